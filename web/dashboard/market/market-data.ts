// The source of quotes and news. The current one is simulated in the browser.

/** Numbers are safe here: the prices are simulated, not the firm's money. */
export interface Tick {
  readonly symbol: string
  readonly price: number
  readonly change: number
  readonly changePercent: number
  readonly volume: number
  readonly marketCap?: number
  readonly timestamp: number
}

export type Sentiment = 'positive' | 'negative' | 'neutral'

export interface NewsItem {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly url: string
  readonly source: string
  readonly publishedAt: number
  readonly sentiment: Sentiment
  readonly relevantSymbols: readonly string[]
}

export interface MarketListener {
  readonly onTick: (tick: Tick) => void
  readonly onNews: (item: NewsItem) => void
  readonly onBroken: () => void
}

export interface MarketConnection {
  readonly close: () => void
}

export interface MarketData {
  readonly connect: (symbols: readonly string[], listener: MarketListener) => Promise<MarketConnection>
}

export const defaultSymbols = ['BTC-USD', 'ETH-USD', 'AAPL', 'GOOGL', 'USD-AED'] as const

/** Currency pairs, shown with four decimals. */
export const isForex = (symbol: string): boolean => symbol.startsWith('USD-')
