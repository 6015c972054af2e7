// If the download is interrupted, the browser discards the worker but keeps the fetched files for the next attempt.

const firstPauseMs = 2_000
const maxPauseMs = 60_000

const installFinished = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const check = () => {
      if (worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing' && worker.state !== 'parsed') resolve(true)
    }
    worker.addEventListener('statechange', check)
    check()
  })

async function isInstalled(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (registration.active ?? registration.waiting) return true
  return registration.installing ? installFinished(registration.installing) : false
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

export async function registerWorker(
  onRegistered: (registration: ServiceWorkerRegistration) => void = () => {},
  workers: Pick<ServiceWorkerContainer, 'register'> | undefined = navigator.serviceWorker,
  wait = pause,
): Promise<void> {
  if (!workers) return
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    const registration = await workers.register('/sw.js').catch(() => null)
    if (registration) onRegistered(registration)
    if (registration && (await isInstalled(registration))) return
    await wait(pauseMs)
  }
}
