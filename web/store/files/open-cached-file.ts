import { type Codec, plain } from '#web/store/base/codec.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { databaseNameOf, cachedFilesDatabaseName } from '#web/store/disk/database-name.ts'
import type { Locks } from '#web/store/base/deps.ts'
import { FileDisk } from './file-disk.ts'
import { responseFrom, downloadedFileIn } from './cached-response.ts'
import { rememberedContact } from '#web/store/disk/identity.ts'
import { CachedFiles, maxCachedBytes } from './cached-files.ts'
import { effectiveContact, leaseEndOf } from '#web/store/disk/lease-end.ts'
import { type CurrentPersonDeps, currentPerson } from '#web/store/disk/current-person.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

export interface OpenedFileDeps extends CurrentPersonDeps {
  readonly locks: Locks
  readonly now: () => number
  readonly notify: (database: string) => void
  readonly codec?: Codec | undefined
}

/** The person sees the file in any case, so a full device is not a failure. */
export async function cacheOpenedFile(
  deps: OpenedFileDeps,
  person: Identity,
  owner: FileOwner,
  response: Response,
): Promise<void> {
  const found = await downloadedFileIn(response)
  if (!found || (await currentPerson(deps))?.id !== person.id) return
  const { disk, cachedFiles } = cachedFilesOf(deps, person)
  try {
    await cachedFiles.put(owner, found).catch(() => false)
    if ((await currentPerson(deps))?.id === person.id) return
    // They may have signed out before this was written.
    await cachedFiles.removeBytes()
    if (cachedFiles.all.length === 0) await disk.delete()
  } finally {
    await disk.close()
  }
}

/** Serves a cached file, only to the current person and while the lease lasts. */
export async function respondFromCache(deps: OpenedFileDeps, owner: FileOwner): Promise<Response | null> {
  const person = await currentPerson(deps)
  if (!person || !(await isLeaseValid(deps, person))) return null
  const { disk, cachedFiles } = cachedFilesOf(deps, person)
  try {
    await cachedFiles.catchUp()
    const found = await cachedFiles.read(owner)
    if (!found || (await currentPerson(deps))?.id !== person.id) return null
    return responseFrom({ bytes: found.bytes, headers: found.head.headers })
  } finally {
    await disk.close()
  }
}

/** Only a page that has reached the server renews the firm's lease. */
async function isLeaseValid({ idb, databasePrefix, now }: OpenedFileDeps, person: Identity): Promise<boolean> {
  if (!person.leaseDays) return true
  const contact = await rememberedContact(idb, databasePrefix)
  return contact?.person === person.id && now() <= leaseEndOf(person, effectiveContact(now(), contact))
}

function cachedFilesOf({ idb, locks, now, notify, codec = plain, databasePrefix }: OpenedFileDeps, person: Identity) {
  const database = databaseNameOf(person, databasePrefix)
  const disk = new FileDisk(cachedFilesDatabaseName(database), idb, codec)
  return {
    disk,
    cachedFiles: new CachedFiles({
      disk,
      locks,
      database,
      now,
      maxBytes: maxCachedBytes,
      notify: () => notify(database),
    }),
  }
}
