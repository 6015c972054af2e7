import { create } from 'zustand'
import type { PageToWorker, WorkerToPage } from '#schema/app/worker-messages.ts'
import { hasUnsavedForms, useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { pauseRequests } from './pause-requests.ts'
import { registerWorker } from './register-worker.ts'

interface NewVersion {
  readonly waiting: ServiceWorker | null
  /** Accepted, and the browser is replacing the old one. */
  readonly isActivating: boolean
}

export const useNewVersion = create<NewVersion>(() => ({ waiting: null, isActivating: false }))

const offer = (waiting: ServiceWorker | null): void => useNewVersion.setState({ waiting })

function watchRegistration(registration: ServiceWorkerRegistration): void {
  // Without a controller this is the first worker, so there is no old version to replace.
  const isUpdate = () => navigator.serviceWorker.controller !== null
  if (registration.waiting && isUpdate()) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && isUpdate()) offer(installing)
    })
  })
}

/** Another tab may accept the new version while this one has unsaved text or sends a file: the reload waits. */
function reloadWhenSaved(): void {
  if (!hasUnsavedForms(useUnsavedForms.getState())) return location.reload()
  const unsubscribe = useUnsavedForms.subscribe((now) => {
    if (hasUnsavedForms(now)) return
    unsubscribe()
    location.reload()
  })
}

export async function watchVersions(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  let wasControlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (wasControlled) reloadWhenSaved()
    wasControlled = true
  })
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<WorkerToPage>) => {
    if (data.kind === 'takeover') void pauseRequests()
  })
  await registerWorker(watchRegistration)
}

const isInstalled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    const check = () => worker.state !== 'installing' && resolve()
    worker.addEventListener('statechange', check)
    check()
  })

/** For when the server requires a newer version: fetches it, or reloads the page if no worker caches the app. */
export async function fetchNewVersion(): Promise<void> {
  if (!useNewVersion.getState().waiting && 'serviceWorker' in navigator) {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update().catch(() => undefined) // Without a network the person can press the button again later.
    if (registration?.installing) await isInstalled(registration.installing)
    if (registration?.waiting) offer(registration.waiting)
  }
  if (useNewVersion.getState().waiting) activateNewVersion()
  else location.reload()
}

const post = (worker: ServiceWorker | null, message: PageToWorker): void => worker?.postMessage(message)

export function activateNewVersion(): void {
  const { waiting } = useNewVersion.getState()
  if (!waiting) return
  useNewVersion.setState({ isActivating: true })
  void pauseRequests().then(() => useNewVersion.setState({ isActivating: false }))
  post(navigator.serviceWorker.controller, { kind: 'replaced' })
  post(waiting, { kind: 'activate' })
}
