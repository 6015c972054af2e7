// Deletes all of a person's data on this device: rows, changes, even the names of the databases.
import type { Identity } from './base/contract.ts'
import { indexedDbNames } from './disk/database.ts'
import { channelNameOf, databaseNameOf, lockNameOf } from './disk/database-name.ts'
import type { Channel, Idb, Locks, Timers } from './base/deps.ts'
import { type SmallStorage, forgetHidden } from './feed/hidden-sets.ts'
import { forgetLost } from './outbox/lost-work.ts'
import { forgetIdentity, forgetSealed, rememberedIdentity } from './disk/identity.ts'
import { sweep } from './disk/scrub-deleted.ts'
import { Tabs } from './sync/tabs.ts'

const patienceMs = 5_000

export interface WipeDeps {
  readonly idb: Idb
  readonly locks: Locks
  readonly timers: Timers
  readonly aside?: SmallStorage | undefined
  readonly openChannel?: ((name: string) => Channel) | undefined
  readonly databasePrefix?: string | undefined
}

/** The person whose data is to be deleted. */
export type DepartingPerson = Pick<Identity, 'tenantId' | 'id'>

/** The note that somebody has logged out, kept where it outlives the page until their data is gone. */
export interface Leave {
  readonly isOpen: () => boolean
  readonly end: () => void
}

/**
 * Takes the lock, tells every tab and the worker to let go, waits for them up to five seconds and deletes the
 * databases. `going`: a context still holds one; the browser deletes it as soon as that context is gone. When another
 * tab has already wiped, what the person has entered since their return is left alone.
 */
export async function wipe(deps: WipeDeps, identity: DepartingPerson, leave?: Leave): Promise<'gone' | 'going'> {
  if (leave?.isOpen() === false) return 'gone'
  const name = databaseNameOf(identity, deps.databasePrefix)
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)), () => {})
  tabs.tell({ kind: 'wipe' })
  try {
    return await withLock(deps, lockNameOf(name), async () => {
      if (leave?.isOpen() === false) return 'gone'
      const left = await deleteDatabases(deps, indexedDbNames(name))
      forgetHidden(deps.aside, name)
      forgetLost(deps.aside, name)
      // Last, because until then it tells whose session is to end.
      await forgetSealed(deps.idb, identity.id, deps.databasePrefix)
      const remembered = await rememberedIdentity(deps.idb, deps.databasePrefix)
      if ((remembered?.id ?? identity.id) === identity.id) await forgetIdentity(deps.idb, deps.databasePrefix)
      const isScrubbed = await sweep(deps)
      // Until nothing of it can be read in the browser's files, each start does all of this again, first.
      if (left === 'gone' && isScrubbed) leave?.end()
      return left
    })
  } finally {
    tabs.close()
  }
}

/** Waits for the lock for a limited time and then takes it: whoever has it was told. */
export async function withLock<T>({ locks, timers }: WipeDeps, name: string, run: () => Promise<T>): Promise<T> {
  const impatient = new AbortController()
  const timer = timers.setTimeout(() => impatient.abort(), patienceMs)
  const hold = async () => {
    timers.clearTimeout(timer)
    return await run()
  }
  try {
    return await locks.request(name, { signal: impatient.signal }, hold)
  } catch (error) {
    if (!impatient.signal.aborted) throw error
    return await locks.request(name, { steal: true }, run)
  }
}

/** `going`: a context still holds one. */
export function deleteDatabases({ idb, timers }: WipeDeps, names: readonly string[]): Promise<'gone' | 'going'> {
  const deletions = Promise.all(names.map((each) => deleteDatabase(idb, each)))
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(() => resolve('going'), patienceMs)
    deletions.then(() => resolve('gone'), reject).finally(() => timers.clearTimeout(timer))
  })
}

function deleteDatabase({ indexedDB }: Idb, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(new Error(`The database could not be deleted: ${name}`, { cause: request.error }))
  })
}
