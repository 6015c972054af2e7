import { useEffect } from 'react'

type Preload = () => Promise<unknown>

/** A failed load is ignored; the first use tries again. */
const preloadQuietly = (each: Preload) => void each().catch(() => {})

/** Preloaded code is available offline and on the first click. */
export function preloadWhenIdle(preloads: readonly Preload[]): () => void {
  const preload = () => {
    for (const each of preloads) preloadQuietly(each)
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(preload, { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(preload, 1_000)
  return () => clearTimeout(timer)
}

export function usePreloadWhenIdle(preloads: readonly Preload[]): void {
  useEffect(() => preloadWhenIdle(preloads), [preloads])
}
