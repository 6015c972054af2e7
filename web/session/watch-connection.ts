// A controlling service worker decides, because it sees every request; otherwise the store does.
import type { Store, Unsubscribe } from '#web/store/base/contract.ts'

interface ConnectionDeps {
  readonly workerDecides: () => boolean
  readonly onOffline: () => void
  readonly onOnline: () => void
}

export interface ConnectionWatch {
  report(online: boolean): void
  stop: Unsubscribe
}

export function watchConnection(store: Store, { workerDecides, onOffline, onOnline }: ConnectionDeps): ConnectionWatch {
  let isOffline = false
  const report = (online: boolean): void => {
    if (online !== isOffline) return
    isOffline = !online
    if (online) onOnline()
    else onOffline()
  }
  const fromStore = (): void => {
    const { connection } = store.status
    if (workerDecides()) return
    if (connection === 'offline') report(false)
    if (connection === 'online') report(true)
  }
  return { report, stop: store.subscribeStatus(fromStore) }
}
