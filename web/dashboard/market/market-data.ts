// Where quotes and news come from. Today they are simulated in the browser; a real source would be another maker of the
// same.

/** Amounts are numbers here: they are simulated prices, and no money of the firm. */
export interface Tick {
  readonly symbol: string
  readonly price: number
  readonly change: number
  readonly changePercent: number
  readonly volume: number
  readonly marketCap?: number
  /** In ms since 1970. */
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
  /** The connection has broken; nothing more comes over it. */
  readonly onBroken: () => void
}

export interface MarketConnection {
  readonly close: () => void
}

export interface MarketData {
  /** Rejects when it cannot connect. */
  readonly connect: (symbols: readonly string[], listener: MarketListener) => Promise<MarketConnection>
}

/** What the widget shows when nobody asks for others. */
export const defaultSymbols = ['BTC-USD', 'ETH-USD', 'AAPL', 'GOOGL', 'USD-AED'] as const

/** Pairs of currencies, which have four decimals. */
export const isForex = (symbol: string): boolean => symbol.startsWith('USD-')
