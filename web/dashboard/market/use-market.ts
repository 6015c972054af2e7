import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { MarketData } from './market-data.ts'
import { createMarketFeed, type MarketState } from './market-feed.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const timers = {
  setTimeout: (run: () => void, ms: number): unknown => setTimeout(run, ms),
  clearTimeout: (handle: unknown): void => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

const simulated = createSimulatedMarket({ ...timers, random: Math.random, now: Date.now, fails: () => false })

export const MarketContext = createContext<MarketData>(simulated)

/** Quotes and news while the page is visible; the caller keeps `symbols` stable. */
export function useMarket(symbols: readonly string[]): MarketState {
  const market = use(MarketContext)
  const [feed] = useState(() => createMarketFeed(symbols, { ...timers, market }))
  useEffect(() => {
    const look = () => (document.visibilityState === 'visible' ? feed.start() : feed.stop())
    if (document.visibilityState === 'visible') feed.start()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      feed.stop()
    }
  }, [feed])
  return useSyncExternalStore(feed.subscribe, feed.state)
}
