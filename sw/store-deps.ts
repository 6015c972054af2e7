// Every request names the user, so nothing is sent in another person's name.
import { v7 as newId } from 'uuid'
import { personCookie } from '#schema/sync/protocol.ts'
import { dateIn } from '#schema/money/dates.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { worker } from './worker.ts'

export const storeDeps: Omit<StoreDeps, 'identity'> = {
  fetch: (path, init) => fetch(path, init),
  signedIn,
  locks: navigator.locks,
  idb: { indexedDB, IDBKeyRange },
  timers: {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as number),
  },
  now: Date.now,
  monotonic: () => performance.now(),
  random: Math.random,
  newId,
  today: (timeZone) => dateIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, new Date()),
  openChannel: (name) => new BroadcastChannel(name),
}

async function signedIn(): Promise<string | null> {
  if (!('cookieStore' in worker)) return null
  return (await worker.cookieStore.get(personCookie))?.value ?? null
}
