// Files that the server lost with a restored backup. The person is informed, and a cached copy may be the last one.
import { hasFile } from '#schema/kernel/files.ts'
import { replicatedEntities } from '#schema/registry.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import type { FileDisk, DiskEntry, ReadEntry } from './file-disk.ts'
import type { FileVersion } from '#web/store/base/cached-file.ts'
import { documentIn } from '#web/store/base/read-json.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

const maxWaitMs = 90 * 86_400_000
const recordId = 'lost'
const noBytes = new ArrayBuffer(0)

export interface LostFile extends FileVersion {
  readonly owner: FileOwner
}

interface StoredLossMap {
  /** By record: when this device learned of the loss, in ms since 1970; 0 once the record exists again. */
  readonly lost: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, FileVersion>>
}

const noLosses: StoredLossMap = { lost: {}, files: {} }

export class LostFileTracker {
  readonly #disk: FileDisk
  readonly #now: () => number
  #stored: StoredLossMap = noLosses
  readonly #recentlyLost = new Map<string, FileVersion>()
  #shownKeys: Set<string> | undefined
  readonly #returned = new Set<string>()

  constructor(disk: FileDisk, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  isNewerThan(owner: FileOwner, current: FileVersion): boolean {
    const lost = this.#storedLossOf(owner)
    return lost !== undefined && isOlder(current, lost)
  }

  hasReturned(owner: FileOwner, current: FileVersion | undefined): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && current !== undefined && !isOlder(current, lost)
  }

  isLast({ sha256, ...owner }: FileOwner & Pick<FileVersion, 'sha256'>, now = noFile): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && sha256 !== null && (lost.sha256 ?? sha256) === sha256 && isOlder(now, lost)
  }

  isAwaited(owner: FileOwner): boolean {
    const key = fileKeyOf(owner)
    return this.#recentlyLost.has(key) || this.#isAwaitedKey(key)
  }

  load(found: readonly ReadEntry[]): void {
    this.#stored = lostIn(found.find(({ id }) => id === recordId)?.text ?? null)
    this.#shownKeys ??= new Set(Object.keys(this.#stored.lost))
  }

  markLost(files: readonly LostFile[]): void {
    this.#shownKeys ??= new Set()
    for (const { owner, sha256, version } of files) {
      this.#recentlyLost.set(fileKeyOf(owner), { sha256, version })
      this.#shownKeys.add(fileKeyOf(owner))
    }
  }

  isShown(owner: FileOwner): boolean {
    return this.#shownKeys?.has(fileKeyOf(owner)) === true
  }

  /**
   * Call under the lock, after `load`. Of several lost files of a record, the one cached here counts, else the last.
   */
  async recordLost(files: readonly LostFile[], hashHere: (owner: FileOwner) => string | null): Promise<void> {
    const isNewLoss = ({ owner, sha256 }: LostFile) => {
      const notedHash = this.#stored.files[fileKeyOf(owner)]?.sha256
      return notedHash === sha256 ? !this.#isAwaitedKey(fileKeyOf(owner)) : notedHash !== hashHere(owner)
    }
    const newLosses = files.filter(isNewLoss)
    for (const { owner } of newLosses) this.#returned.delete(fileKeyOf(owner))
    const lostVersions = newLosses.map(({ owner, sha256, version }) => [fileKeyOf(owner), { sha256, version }] as const)
    await this.#write(
      lostVersions.map(([key]) => key),
      this.#now(),
      { ...this.#stored.files, ...Object.fromEntries(lostVersions) },
    )
    for (const { owner } of files) this.#recentlyLost.delete(fileKeyOf(owner))
  }

  markReturned(owners: readonly FileOwner[]): void {
    for (const owner of owners) this.#returned.add(fileKeyOf(owner))
  }

  recordReturned(owners: readonly FileOwner[]): Promise<void> {
    return this.#write(owners.map(fileKeyOf), 0)
  }

  /** The server has these files again, or newer ones. Call under the lock, after `load`. */
  async forget(owners: readonly FileOwner[]): Promise<void> {
    if (owners.length === 0) return
    const keys = new Set(owners.map(fileKeyOf))
    const without = <Value>(entries: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.has(key)))
    await this.#put({ lost: without(this.#stored.lost), files: without(this.#stored.files) })
  }

  #isAwaitedKey(key: string): boolean {
    const at = this.#stored.lost[key]
    return at !== undefined && this.#now() - at < maxWaitMs && !this.#returned.has(key)
  }

  #fileOf(owner: FileOwner): FileVersion | undefined {
    return this.#recentlyLost.get(fileKeyOf(owner)) ?? this.#storedLossOf(owner)
  }

  #storedLossOf(owner: FileOwner): FileVersion | undefined {
    const key = fileKeyOf(owner)
    return key in this.#stored.lost ? (this.#stored.files[key] ?? unknownVersion) : undefined
  }

  async #write(keys: readonly string[], at: number, files = this.#stored.files): Promise<void> {
    if (keys.length === 0) return
    await this.#put({ lost: { ...this.#stored.lost, ...Object.fromEntries(keys.map((key) => [key, at])) }, files })
  }

  #put(noted: StoredLossMap): Promise<void> {
    this.#stored = noted
    return this.#disk.put(recordOf(noted), noBytes)
  }
}

const noFile: FileVersion = { sha256: null, version: 0 }

/** A version below that of any file a record has. */
const unknownVersion: FileVersion = { sha256: null, version: 1 }

const isOlder = (now: FileVersion, lost: FileVersion): boolean =>
  now.version < lost.version && (now.version === 0 || now.sha256 !== lost.sha256)

/** Files of records that now have none or an older one, or are missing and may come back without their file. */
export function lostBetween(before: FeedSet, now: FeedSet): readonly LostFile[] {
  const lost: LostFile[] = []
  for (const { name } of replicatedEntities.filter(hasFile)) {
    const rows = now.fold.rowsOf(name)
    for (const row of before.fold.rowsOf(name).scan()) {
      const file = newestIn(row)
      if (isOlder(newestIn(rows.peek(row.id)), file))
        lost.push({ owner: { entity: name, id: row.id } as FileOwner, ...file })
    }
  }
  return lost
}

function newestIn(row: unknown): FileVersion {
  const { sha256, version } = (row ?? noFile) as FileVersion
  return { sha256, version }
}

interface StoredLosses extends Pick<StoredLossMap, 'lost'>, Partial<Pick<StoredLossMap, 'files'>> {
  /** Earlier versions ignore it. */
  readonly format: 2
}

const recordOf = (noted: StoredLossMap): DiskEntry => ({
  id: recordId,
  file: '',
  text: JSON.stringify({ format: 2, ...noted }),
})

function lostIn(text: string | null): StoredLossMap {
  const { lost, files = {} } = documentIn<StoredLosses>(text, 2) ?? noLosses
  return { lost, files }
}
