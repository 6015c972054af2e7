// The service worker brings the whole application onto the device. When that is cut off, the browser forgets the attempt;
// what came is kept, so the next attempt goes on from there.

const firstPauseMs = 2_000
const longestPauseMs = 60_000

const settled = (worker: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const look = () => {
      if (worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing' && worker.state !== 'parsed') resolve(true)
    }
    worker.addEventListener('statechange', look)
    look()
  })

async function isInstalled(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (registration.active ?? registration.waiting) return true
  return registration.installing ? settled(registration.installing) : false
}

/** The connection that comes back ends a pause. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Registers the worker, again and again until one is installed; tells of each registration. */
export async function registerWorker(
  tell: (registration: ServiceWorkerRegistration) => void = () => {},
  workers: Pick<ServiceWorkerContainer, 'register'> | undefined = navigator.serviceWorker,
  wait = pause,
): Promise<void> {
  if (!workers) return
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const registration = await workers.register('/sw.js').catch(() => null)
    if (registration) tell(registration)
    if (registration && (await isInstalled(registration))) return
    await wait(pauseMs)
  }
}
