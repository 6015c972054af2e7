// What the store needs in a worker, and the question whose session this is.
import { v7 as newId } from 'uuid'
import { dateIn } from '#schema/dates.ts'
import type { Identity } from '#web/store/contract.ts'
import type { StoreDeps } from '#web/store/deps.ts'
import { rememberedIdentity } from '#web/store/identity.ts'
import { sendOutbox } from '#web/store/send-outbox.ts'
import type { SendOutcome } from './background-sync.ts'

const deps: Omit<StoreDeps, 'identity'> = {
  fetch: (path, init) => fetch(path, init),
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
  headless: true,
}

/** Rejects when changes are left that could be sent; those of a person who is not signed in wait for them. */
export async function sendFromWorker(): Promise<SendOutcome> {
  const person = await rememberedIdentity(deps.idb)
  if (person === null || !(await isSignedIn(person))) return 'nothing'
  return await sendOutbox(deps)
}

/** Nobody's changes are sent in another one's name: the cookie may be somebody else's by now. */
async function isSignedIn(person: Identity): Promise<boolean> {
  const response = await fetch('/api/auth/user', { cache: 'no-store', headers: { accept: 'application/json' } })
  if (response.status === 401) return false
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  const { id } = (await response.json()) as { readonly id?: unknown }
  return id === person.id
}
