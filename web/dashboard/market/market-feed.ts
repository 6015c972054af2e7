import type { MarketConnection, MarketData, NewsItem, Tick } from './market-data.ts'

export interface MarketState {
  readonly isLive: boolean
  readonly ticks: ReadonlyMap<string, Tick>
  readonly news: readonly NewsItem[]
}

export interface MarketFeed {
  readonly state: () => MarketState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: () => void
  readonly stop: () => void
}

export interface FeedDeps {
  readonly market: MarketData
  readonly setTimeout: (run: () => void, ms: number) => unknown
  readonly clearTimeout: (handle: unknown) => void
}

const maxAttempts = 5
const baseMs = 5_000
const maxNews = 5

export function createMarketFeed(symbols: readonly string[], deps: FeedDeps): MarketFeed {
  let state: MarketState = { isLive: false, ticks: new Map(), news: [] }
  const listeners = new Set<() => void>()
  let connection: MarketConnection | undefined
  let retry: unknown
  let attempt = 0
  /** Generation counter: events from an earlier start are ignored. */
  let run = 0

  const show = (patch: Partial<MarketState>) => {
    state = { ...state, ...patch }
    for (const each of listeners) each()
  }
  const later = (generation: number) => {
    show({ isLive: false })
    if (++attempt > maxAttempts) return
    retry = deps.setTimeout(() => void connect(generation), baseMs * attempt)
  }
  const connect = async (generation: number): Promise<void> => {
    try {
      const made = await deps.market.connect(symbols, {
        onTick: (tick) => generation === run && show({ ticks: new Map(state.ticks).set(tick.symbol, tick) }),
        onNews: (item) => generation === run && show({ news: [item, ...state.news].slice(0, maxNews) }),
        onBroken: () => generation === run && later(generation),
      })
      if (generation !== run) return made.close()
      connection = made
      attempt = 0
      show({ isLive: true })
    } catch {
      if (generation === run) later(generation)
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      attempt = 0
      void connect(++run)
    },
    stop() {
      run++
      deps.clearTimeout(retry)
      connection?.close()
      connection = undefined
      show({ isLive: false })
    },
  }
}
