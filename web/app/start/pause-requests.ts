// A request while a browser replaces an idle worker restarts the old one; Chromium then ignores the new one for minutes.
import type { Fetch, HintSource } from '#web/store/base/deps.ts'

/** Longer than the 30 s after which browsers stop an idle worker. */
const maxPauseMs = 40_000

let pausedUntil: Promise<void> | null = null

export function pauseRequests(): Promise<void> {
  pausedUntil ??= new Promise((resolve) => {
    const { serviceWorker } = navigator
    const end = () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('controllerchange', end)
      pausedUntil = null
      resolve()
    }
    const timer = setTimeout(end, maxPauseMs)
    serviceWorker.addEventListener('controllerchange', end)
  })
  return pausedUntil
}

const rejectOnAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

export const pausableFetch: Fetch = async (path, init) => {
  if (pausedUntil) await Promise.race([pausedUntil, ...(init.signal ? [rejectOnAbort(init.signal)] : [])])
  return fetch(path, init)
}

const connecting = 0
const closedStream: HintSource = { readyState: connecting, addEventListener: () => {}, close: () => {} }

/** No hints while the page is quiet; the store reopens the stream later. */
export const openEventStream = (path: string): HintSource => (pausedUntil ? closedStream : new EventSource(path))
