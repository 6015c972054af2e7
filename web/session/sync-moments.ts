import type { Unsubscribe } from '#web/store/base/contract.ts'

interface Moments {
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>
  readonly syncNow: () => void
  readonly networkChanged: () => void
}

export function watchSyncMoments({ window, document, syncNow, networkChanged }: Moments): Unsubscribe {
  const seen = () => {
    if (document.visibilityState === 'visible') syncNow()
  }
  window.addEventListener('online', networkChanged)
  window.addEventListener('offline', networkChanged)
  window.addEventListener('pagehide', syncNow)
  document.addEventListener('visibilitychange', seen)
  return () => {
    window.removeEventListener('online', networkChanged)
    window.removeEventListener('offline', networkChanged)
    window.removeEventListener('pagehide', syncNow)
    document.removeEventListener('visibilitychange', seen)
  }
}
