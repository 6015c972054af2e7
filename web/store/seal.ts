// Somebody else is signed in: the rows that the firm let this person read leave the device; the person's own unsent
// changes stay until they return.
import { type Codec, plain } from './base/codec.ts'
import type { Identity } from './base/contract.ts'
import { feedDatabaseName, indexedDbNames, openDatabase } from './disk/database.ts'
import {
  channelNameOf,
  databaseNameOf,
  filesDatabaseName,
  cachedFilesDatabaseName,
  lockNameOf,
  sharedDatabaseName,
} from './disk/database-name.ts'
import { FileDisk } from './files/file-disk.ts'
import { forgetSealed, rememberSealed } from './disk/identity.ts'
import { CachedFiles, mostCachedBytes } from './files/cached-files.ts'
import { Outbox } from './outbox/outbox.ts'
import { sweep } from './disk/scrub-deleted.ts'
import { Tabs } from './sync/tabs.ts'
import { withdrawnUploadIn } from './base/pending-upload.ts'
import { deleteDatabases, type WipeDeps, withLock } from './wipe.ts'

export interface SealDeps extends WipeDeps {
  readonly newId: () => string
  readonly now: () => number
  readonly codec?: Codec | undefined
}

/**
 * Tells every tab and the worker to close the person's store, and deletes its rows, unless the person is back by the
 * time all have closed it.
 */
export async function seal(deps: SealDeps, identity: Identity, isGone = () => true): Promise<void> {
  const name = databaseNameOf(identity, deps.databasePrefix)
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)), () => {})
  tabs.tell({ kind: 'wipe' })
  try {
    await withLock(deps, lockNameOf(name), async () => {
      if (!(await isHere(deps, name)) || !isGone()) return
      try {
        const unsent = await countUnsent(deps, name)
        // The person may have returned during the count.
        if (!isGone()) return
        if (unsent > 0) await rememberSealed(deps.idb, { identity, unsent }, deps.databasePrefix)
        else await forgetSealed(deps.idb, identity.id, deps.databasePrefix)
      } finally {
        // Also when the outbox cannot be read: the next person must not find these rows and files.
        if (isGone()) await removeReadable(deps, name)
        await sweep(deps)
      }
    })
  } finally {
    tabs.close()
  }
}

/** What they keep on this device on purpose is fetched again when they return: until then only its ids are noted. */
async function removeReadable(deps: SealDeps, name: string): Promise<void> {
  const { idb, locks, now, codec = plain } = deps
  await deleteDatabases(deps, [feedDatabaseName(name)])
  const disk = new FileDisk(cachedFilesDatabaseName(name), idb, codec)
  const kept = new CachedFiles({ disk, locks, database: name, now, most: mostCachedBytes, tell: () => {} })
  const isEmpty = await kept
    .removeBytes()
    .then(() => kept.all.length === 0)
    .catch(() => true)
    .finally(() => disk.close())
  if (isEmpty) await deleteDatabases(deps, [cachedFilesDatabaseName(name)])
}

/** A person who has logged out meanwhile has no database left; reading it would create it again. */
async function isHere({ idb }: SealDeps, name: string): Promise<boolean> {
  const names = new Set(indexedDbNames(name))
  return (await idb.indexedDB.databases()).some((each) => names.has(each.name!))
}

async function countUnsent({ idb, newId, now, codec = plain }: SealDeps, name: string): Promise<number> {
  const database = openDatabase(name, idb, newId(), codec)
  const disks = [filesDatabaseName(name), sharedDatabaseName(name)].map((each) => new FileDisk(each, idb, codec))
  try {
    const outbox = new Outbox(database.outbox, newId(), now, { wrote: () => {}, refused: () => {} })
    await outbox.catchUp()
    const files = await Promise.all(disks.map((disk) => disk.all()))
    return outbox.countUnsent() + files.flat().filter(({ text }) => !withdrawnUploadIn(text)).length
  } finally {
    await Promise.all([database.close(), ...disks.map((disk) => disk.close())])
  }
}
