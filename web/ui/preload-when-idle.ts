import { useEffect } from 'react'

type Preload = () => Promise<unknown>

/** A failed load is ignored; the first use tries again. */
const quietly = (each: Preload) => void each().catch(() => {})

/** Loads code while the browser is idle, so that it is available offline and on the first press. */
export function preloadWhenIdle(all: readonly Preload[]): () => void {
  const preload = () => {
    for (const each of all) quietly(each)
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(preload, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(preload, 1_000)
  return () => clearTimeout(timer)
}

export function usePreloadWhenIdle(all: readonly Preload[]): void {
  useEffect(() => preloadWhenIdle(all), [all])
}
