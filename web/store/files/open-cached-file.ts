// The worker's part in files that open without a network: it keeps what the person opens, and gives it again.
import { type Codec, plain } from '#web/store/base/codec.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { databaseNameOf, cachedFilesDatabaseName } from '#web/store/disk/database-name.ts'
import type { Locks } from '#web/store/base/deps.ts'
import { FileDisk } from './file-disk.ts'
import { answerOf, downloadedFileIn } from './cached-response.ts'
import { rememberedContact } from '#web/store/disk/identity.ts'
import { CachedFiles, mostCachedBytes } from './cached-files.ts'
import { contactBy, leaseEndOf } from '#web/store/disk/lease-end.ts'
import { type CurrentPersonDeps, currentPerson } from '#web/store/disk/current-person.ts'
import type { FileOwner } from '#web/store/base/pending-upload.ts'

export interface OpenedDeps extends CurrentPersonDeps {
  readonly locks: Locks
  readonly now: () => number
  /** Tells the person's pages that their kept files have changed. */
  readonly tell: (database: string) => void
  readonly codec?: Codec | undefined
}

/** Keeps what this person has opened. They see the file in any case, so a full device is not a failure. */
export async function cacheOpenedFile(
  deps: OpenedDeps,
  person: Identity,
  owner: FileOwner,
  answer: Response,
): Promise<void> {
  const found = await downloadedFileIn(answer)
  if (!found || (await currentPerson(deps))?.id !== person.id) return
  const { disk, kept } = cachedFilesOf(deps, person)
  try {
    await kept.keep(owner, found).catch(() => false)
    if ((await currentPerson(deps))?.id === person.id) return
    // They may have left meanwhile, and their files before this was written.
    await kept.removeBytes()
    if (kept.all.length === 0) await disk.delete()
  } finally {
    await disk.close()
  }
}

/** The kept file, for the person who works here and only while the device may show what it has. */
export async function respondFromCache(deps: OpenedDeps, owner: FileOwner): Promise<Response | null> {
  const person = await currentPerson(deps)
  if (!person || !(await maySee(deps, person))) return null
  const { disk, kept } = cachedFilesOf(deps, person)
  try {
    await kept.catchUp()
    const found = await kept.read(owner)
    if (!found || (await currentPerson(deps))?.id !== person.id) return null
    return answerOf({ bytes: found.bytes, headers: found.head.headers })
  } finally {
    await disk.close()
  }
}

/** Not once the firm's lease is over: only a page that has heard the server begins another one. */
async function maySee({ idb, databasePrefix, now }: OpenedDeps, person: Identity): Promise<boolean> {
  if (!person.leaseDays) return true
  const contact = await rememberedContact(idb, databasePrefix)
  return contact?.person === person.id && now() <= leaseEndOf(person, contactBy(now(), contact))
}

function cachedFilesOf({ idb, locks, now, tell, codec = plain, databasePrefix }: OpenedDeps, person: Identity) {
  const database = databaseNameOf(person, databasePrefix)
  const disk = new FileDisk(cachedFilesDatabaseName(database), idb, codec)
  return {
    disk,
    kept: new CachedFiles({ disk, locks, database, now, most: mostCachedBytes, tell: () => tell(database) }),
  }
}
