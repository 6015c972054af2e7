import { v7 as uuidv7 } from 'uuid'
import type { Identity, Store } from '#web/store/base/contract.ts'
import { openStore } from '#web/store/open.ts'
import { createSoon } from '#web/app/start/soon.ts'

export interface Network {
  on: boolean
}

export function openDevice(
  identity: Identity,
  databasePrefix: string,
  network: Network = { on: true },
): Promise<Store> {
  return openStore({
    identity,
    databasePrefix,
    fetch: (path, init) => (network.on ? fetch(path, init) : Promise.reject(new TypeError('Off the network'))),
    locks: navigator.locks,
    idb: { indexedDB, IDBKeyRange },
    timers: {
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (handle) => clearTimeout(handle as number | undefined),
    },
    now: () => Date.now(),
    monotonic: () => performance.now(),
    soon: createSoon(),
    random: () => Math.random(),
    newId: () => uuidv7(),
    today: () => new Date().toISOString().slice(0, 10),
    openChannel: (name) => new BroadcastChannel(name),
    ...(network.on ? { openHints: (path: string) => new EventSource(path) } : {}),
    report: (error) => console.error(error),
  })
}

export function until(store: Store, isReached: (status: Store['status']) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isReached(store.status)) return
      stop()
      resolve()
    }
    const stop = store.subscribeStatus(check)
    check()
  })
}
