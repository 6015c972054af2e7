// Deletes all of a person's data on this device, including the databases' names.
import type { Identity } from './base/contract.ts'
import { indexedDbNames } from './disk/database.ts'
import { channelNameOf, databaseNameOf, lockNameOf } from './disk/database-name.ts'
import type { Channel, Idb, Locks, SmallStorage, Timers } from './base/deps.ts'
import { forgetHidden } from './feed/hidden-sets.ts'
import { forgetLost } from './outbox/lost-work.ts'
import { forgetIdentity, forgetSealed, rememberedIdentity } from './disk/identity.ts'
import { scrubDeleted } from './disk/scrub-deleted.ts'
import { Tabs } from './core/tabs.ts'

const timeoutMs = 5_000

export interface WipeDeps {
  readonly idb: Idb
  readonly locks: Locks
  readonly timers: Timers
  readonly localStorage?: SmallStorage | undefined
  readonly openChannel?: ((name: string) => Channel) | undefined
  readonly databasePrefix?: string | undefined
}

export type DepartingPerson = Pick<Identity, 'tenantId' | 'id'>

export interface PendingSignOut {
  readonly isOpen: () => boolean
  readonly end: () => void
}

/**
 * Closes the store in every context (waiting up to five seconds) and deletes the databases. `going`: the browser
 * deletes one when the context that still has it open closes.
 */
export async function wipe(
  deps: WipeDeps,
  identity: DepartingPerson,
  pendingSignOut?: PendingSignOut,
): Promise<'gone' | 'going'> {
  if (pendingSignOut?.isOpen() === false) return 'gone'
  const name = databaseNameOf(identity, deps.databasePrefix)
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)))
  tabs.send({ kind: 'wipe' })
  try {
    return await withLock(deps, lockNameOf(name), async () => {
      if (pendingSignOut?.isOpen() === false) return 'gone'
      const hasOpenDatabases = await deleteDatabases(deps, indexedDbNames(name))
      forgetHidden(deps.localStorage, name)
      forgetLost(deps.localStorage, name)
      // Last, because until then it names the session to end.
      await forgetSealed(deps.idb, identity.id, deps.databasePrefix)
      const remembered = await rememberedIdentity(deps.idb, deps.databasePrefix)
      if ((remembered?.id ?? identity.id) === identity.id) await forgetIdentity(deps.idb, deps.databasePrefix)
      const isScrubbed = await scrubDeleted(deps)
      // Each start repeats all of this until the data cannot be read from the browser's files either.
      if (hasOpenDatabases === 'gone' && isScrubbed) pendingSignOut?.end()
      return hasOpenDatabases
    })
  } finally {
    tabs.close()
  }
}

export async function withLock<T>({ locks, timers }: WipeDeps, name: string, run: () => Promise<T>): Promise<T> {
  const waitLimit = new AbortController()
  const timer = timers.setTimeout(() => waitLimit.abort(), timeoutMs)
  const hold = async () => {
    timers.clearTimeout(timer)
    return await run()
  }
  try {
    return await locks.request(name, { signal: waitLimit.signal }, hold)
  } catch (error) {
    if (!waitLimit.signal.aborted) throw error
    return await locks.request(name, { steal: true }, run)
  }
}

export function deleteDatabases({ idb, timers }: WipeDeps, names: readonly string[]): Promise<'gone' | 'going'> {
  const deletions = Promise.all(names.map((each) => deleteDatabase(idb, each)))
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(() => resolve('going'), timeoutMs)
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
