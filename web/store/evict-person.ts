// Another person is signed in: rows are deleted, and unsent changes are kept until their owner returns.
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
import { CachedFiles, maxCachedBytes } from './files/cached-files.ts'
import { Outbox } from './outbox/outbox.ts'
import { scrubDeleted } from './disk/scrub-deleted.ts'
import { Tabs } from './core/tabs.ts'
import { discardedUploadIn } from './base/pending-upload.ts'
import { deleteDatabases, type WipeDeps, withLock } from './wipe.ts'

export interface SealDeps extends WipeDeps {
  readonly newId: () => string
  readonly now: () => number
  readonly codec?: Codec | undefined
}

/** Closes the person's store in every context and deletes its rows, unless the person has returned by then. */
export async function evictPerson(deps: SealDeps, identity: Identity, isGone = () => true): Promise<void> {
  const name = databaseNameOf(identity, deps.databasePrefix)
  const tabs = new Tabs(deps.openChannel?.(channelNameOf(name)))
  tabs.send({ kind: 'wipe' })
  try {
    await withLock(deps, lockNameOf(name), async () => {
      if (!(await hasDatabase(deps, name)) || !isGone()) return
      try {
        const unsent = await countUnsent(deps, name)
        // The person may have returned during the count.
        if (!isGone()) return
        if (unsent > 0) await rememberSealed(deps.idb, { identity, unsent }, deps.databasePrefix)
        else await forgetSealed(deps.idb, identity.id, deps.databasePrefix)
      } finally {
        // Even when the outbox cannot be read.
        if (isGone()) await removeReadable(deps, name)
        await scrubDeleted(deps)
      }
    })
  } finally {
    tabs.close()
  }
}

/** Pinned files are downloaded again when the person returns, so their ids stay. */
async function removeReadable(deps: SealDeps, name: string): Promise<void> {
  const { idb, locks, now, codec = plain } = deps
  await deleteDatabases(deps, [feedDatabaseName(name)])
  const disk = new FileDisk(cachedFilesDatabaseName(name), idb, codec)
  const cachedFiles = new CachedFiles({ disk, locks, database: name, now, maxBytes: maxCachedBytes, notify: () => {} })
  const isEmpty = await cachedFiles
    .removeBytes()
    .then(() => cachedFiles.all.length === 0)
    .catch(() => true)
    .finally(() => disk.close())
  if (isEmpty) await deleteDatabases(deps, [cachedFilesDatabaseName(name)])
}

/** After a sign-out there is no database left, and reading it would create it again. */
async function hasDatabase({ idb }: SealDeps, name: string): Promise<boolean> {
  const names = new Set(indexedDbNames(name))
  return (await idb.indexedDB.databases()).some((each) => names.has(each.name!))
}

async function countUnsent({ idb, newId, now, codec = plain }: SealDeps, name: string): Promise<number> {
  const database = openDatabase(name, idb, newId(), codec)
  const disks = [filesDatabaseName(name), sharedDatabaseName(name)].map((each) => new FileDisk(each, idb, codec))
  try {
    const outbox = new Outbox(database.outbox, newId(), now, () => {})
    await outbox.catchUp()
    const files = await Promise.all(disks.map((disk) => disk.all()))
    return outbox.countUnsent() + files.flat().filter(({ text }) => !discardedUploadIn(text)).length
  } finally {
    await Promise.all([database.close(), ...disks.map((disk) => disk.close())])
  }
}
