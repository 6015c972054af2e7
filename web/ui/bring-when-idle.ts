import { useEffect } from 'react'

type Bring = () => Promise<unknown>

/** Without a connection it is not brought now; the first use tries again. */
const quietly = (each: Bring) => void each().catch(() => {})

/** Brings code when the browser has nothing else to do: it is there at the first press, also offline. */
export function bringWhenIdle(all: readonly Bring[]): () => void {
  const bring = () => {
    for (const each of all) quietly(each)
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(bring, { timeout: 2_000 })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(bring, 1_000)
  return () => clearTimeout(timer)
}

export function useBringWhenIdle(all: readonly Bring[]): void {
  useEffect(() => bringWhenIdle(all), [all])
}
