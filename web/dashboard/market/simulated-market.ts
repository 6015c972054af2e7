import { type MarketData, type NewsItem, type Sentiment, type Tick } from './market-data.ts'

interface StartingQuote {
  readonly price: number
  readonly volume: number
  readonly marketCap?: number
}

const starts: Readonly<Record<string, StartingQuote>> = {
  'BTC-USD': { price: 98_250, volume: 31_400_000, marketCap: 1_945_000_000_000 },
  'ETH-USD': { price: 3_420, volume: 17_800_000, marketCap: 412_000_000_000 },
  AAPL: { price: 229.5, volume: 44_200_000, marketCap: 3_470_000_000_000 },
  GOOGL: { price: 176.3, volume: 21_900_000, marketCap: 2_150_000_000_000 },
  TSLA: { price: 342.1, volume: 78_600_000, marketCap: 1_098_000_000_000 },
  MSFT: { price: 421.8, volume: 19_300_000, marketCap: 3_130_000_000_000 },
  'USD-AED': { price: 3.6725, volume: 0 },
  'USD-TRY': { price: 42.5, volume: 0 },
}
const unknown: StartingQuote = { price: 100, volume: 0 }

const headlines: readonly (readonly [id: string, sentiment: Sentiment, symbols: readonly string[]])[] = [
  ['rates', 'neutral', ['USD-AED', 'USD-TRY']],
  ['earnings', 'positive', ['AAPL', 'GOOGL', 'MSFT']],
  ['crypto', 'positive', ['BTC-USD', 'ETH-USD']],
  ['volatility', 'negative', ['BTC-USD', 'ETH-USD', 'TSLA']],
  ['lira', 'negative', ['USD-TRY']],
  ['property', 'neutral', []],
]

export interface SimulationDeps {
  readonly random: () => number
  readonly now: () => number
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly clearTimeout: (handle: unknown) => void
  /** Only tests make it fail. */
  readonly fails: () => boolean
}

const between = (random: () => number, low: number, high: number): number => low + random() * (high - low)

const maxMoveOf = (symbol: string): number => (symbol.endsWith('-USD') ? 0.02 : 0.01)

export function createSimulatedMarket(deps: SimulationDeps): MarketData {
  const { random, now } = deps
  return {
    async connect(symbols, { onTick, onNews }) {
      if (deps.fails()) throw new Error('The market data cannot be reached')
      const waiting = new Map<string, unknown>()
      let newsCount = 0
      const repeat = (name: string, low: number, high: number, act: () => void) => {
        waiting.set(
          name,
          deps.setTimeout(
            () => {
              act()
              repeat(name, low, high, act)
            },
            between(random, low, high),
          ),
        )
      }
      for (const symbol of symbols) {
        const { price: opening, volume, marketCap } = starts[symbol] ?? unknown
        let price = opening
        const tick = (): Tick => ({
          symbol,
          price,
          change: price - opening,
          changePercent: (100 * (price - opening)) / opening,
          volume,
          ...(marketCap !== undefined && { marketCap }),
          timestamp: now(),
        })
        onTick(tick())
        repeat(symbol, 2_000, 5_000, () => {
          price *= 1 + between(random, -maxMoveOf(symbol), maxMoveOf(symbol))
          onTick(tick())
        })
      }
      const news = (): NewsItem => {
        const [id, sentiment, relevantSymbols] = headlines[Math.floor(random() * headlines.length)]!
        return {
          id: `${id} ${++newsCount}`,
          title: id,
          summary: id,
          url: '#',
          source: 'SIMULATION',
          publishedAt: now(),
          sentiment,
          relevantSymbols,
        }
      }
      repeat('news', 30_000, 60_000, () => onNews(news()))
      return {
        close: () => {
          for (const handle of waiting.values()) deps.clearTimeout(handle)
          waiting.clear()
        },
      }
    },
  }
}
