// Keeps the page from asking for anything while a new version takes over. A browser replaces a worker when it is idle;
// a request that comes in the moment in which it is being ended starts it again, and Chromium then forgets for minutes
// that another one waits.
import type { Fetch, HintSource } from '#web/store/base/deps.ts'

/** Longer than the 30 s after which a browser ends an idle worker by itself. */
const longestMs = 40_000

let quiet: Promise<void> | null = null

/** The page is quiet until the new version controls it, or until it has not come for long. Resolves then. */
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

/** As `fetch`, which waits while the page is quiet. */
export const quietFetch: Fetch = async (path, init) => {
  if (quiet) await Promise.race([quiet, ...(init.signal ? [aborted(init.signal)] : [])])
  return fetch(path, init)
}

const connecting = 0
const silent: HintSource = { readyState: connecting, addEventListener: () => {}, close: () => {} }

/** The server's hints; while the page is quiet none come, and the store opens them again. */
export const openHints = (path: string): HintSource => (quiet ? silent : new EventSource(path))
