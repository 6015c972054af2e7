// Stops all requests while a new version takes over. A browser replaces an idle worker; a request at that moment
// restarts the old one, and Chromium then ignores the waiting worker for minutes.
import type { Fetch, HintSource } from '#web/store/base/deps.ts'

/** Longer than the 30 s after which browsers stop an idle worker. */
const longestMs = 40_000

let quiet: Promise<void> | null = null

export function beQuiet(): Promise<void> {
  quiet ??= new Promise((resolve) => {
    const { serviceWorker } = navigator
    const end = () => {
      clearTimeout(timer)
      serviceWorker.removeEventListener('controllerchange', end)
      quiet = null
      resolve()
    }
    const timer = setTimeout(end, longestMs)
    serviceWorker.addEventListener('controllerchange', end)
  })
  return quiet
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

export const quietFetch: Fetch = async (path, init) => {
  if (quiet) await Promise.race([quiet, ...(init.signal ? [aborted(init.signal)] : [])])
  return fetch(path, init)
}

const connecting = 0
const silent: HintSource = { readyState: connecting, addEventListener: () => {}, close: () => {} }

/** No hints while the page is quiet; the store reopens the stream later. */
export const openHints = (path: string): HintSource => (quiet ? silent : new EventSource(path))
