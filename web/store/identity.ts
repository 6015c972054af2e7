// The signed-in person, remembered where pages and the service worker both can read it, and how to leave nothing of them.
import { Dexie } from 'dexie'
import type { Identity } from './contract.ts'
import { indexedDbNames } from './database.ts'
import { channelNameOf, databaseNameOf, lockNameOf } from './database-name.ts'
import type { Channel, Idb, Locks, Timers } from './deps.ts'
import { Tabs } from './tabs.ts'

const key = 'person'
const patienceMs = 5_000
const nameOf = (prefix: string): string => `${prefix}-identity`

async function withTable<T>(idb: Idb, prefix: string, run: (table: ReturnType<Dexie['table']>) => PromiseLike<T>): Promise<T> {
  const database = new Dexie(nameOf(prefix), { ...idb, chromeTransactionDurability: 'strict', cache: 'disabled' })
  database.version(1).stores({ remembered: '' })
  try {
    return await run(database.table('remembered'))
  } finally {
    database.close()
  }
}

/** Keeps who signed in, in the place of whoever was kept before. */
export const rememberIdentity = (idb: Idb, identity: Identity, prefix = 'holdfast'): Promise<void> =>
  withTable(idb, prefix, async (table) => void (await table.put(identity, key)))

/** Who signed in last on this device; null when nobody has, or they logged out. */
export const rememberedIdentity = (idb: Idb, prefix = 'holdfast'): Promise<Identity | null> =>
  withTable(idb, prefix, async (table) => ((await table.get(key)) as Identity | undefined) ?? null)

/** Nothing is left of who signed in. */
export const forgetIdentity = (idb: Idb, prefix = 'holdfast'): Promise<void> => new Dexie(nameOf(prefix), { ...idb }).delete() as Promise<void>

export interface WipeDeps {
  readonly idb: Idb
  readonly locks: Locks
  readonly timers: Timers
  readonly openChannel?: ((name: string) => Channel) | undefined
  readonly databasePrefix?: string | undefined
}

/**
 * Takes the lock, tells every tab and the worker to let go, waits for them up to five seconds and deletes the
 * databases. `going`: somebody still holds one; the browser deletes it as soon as they are gone.
 */
export async function wipe(deps: WipeDeps, identity: Identity): Promise<'gone' | 'going'> {
  const name = databaseNameOf(identity, deps.databasePrefix)
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)), () => {})
  tabs.tell({ kind: 'wipe' })
  try {
    return await withLock(deps, lockNameOf(name), async () => {
      const remembered = await rememberedIdentity(deps.idb, deps.databasePrefix)
      if (remembered?.id === identity.id) await forgetIdentity(deps.idb, deps.databasePrefix)
      const deletions = Promise.all(indexedDbNames(name).map((each) => deleteDatabase(deps.idb, each)))
      return await within(deps.timers, deletions)
    })
  } finally {
    tabs.close()
  }
}

/** Waits for the lock as long as patience lasts, then takes it: whoever holds it was told. */
async function withLock<T>({ locks, timers }: WipeDeps, name: string, run: () => Promise<T>): Promise<T> {
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

function within(timers: Timers, deletions: Promise<unknown>): Promise<'gone' | 'going'> {
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
