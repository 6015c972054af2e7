// Tracks files that the server has lost with a restored backup. The person is informed, and a cached copy may be the
// last one.
import { hasFile } from '#schema/kernel/files.ts'
import { replicatedEntities } from '#schema/registry.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import type { FileDisk, DiskEntry, ReadEntry } from './file-disk.ts'
import type { FileVersion } from '#web/store/base/cached-file.ts'
import { documentIn } from '#web/store/base/read-json.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

const awaitedMs = 90 * 86_400_000
const recordId = 'lost'
const nothing = new ArrayBuffer(0)

export interface LostFile extends FileVersion {
  readonly owner: FileOwner
}

interface Lost {
  /** By record: when this device learned of the loss, in ms since 1970; 0 once the record exists again. */
  readonly lost: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, FileVersion>>
}

const none: Lost = { lost: {}, files: {} }

export class LostFileTracker {
  readonly #disk: FileDisk
  readonly #now: () => number
  #noted: Lost = none
  readonly #recentlyLost = new Map<string, FileVersion>()
  #shown: Set<string> | undefined
  readonly #returned = new Set<string>()

  constructor(disk: FileDisk, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  isNewerThan(owner: FileOwner, now: FileVersion): boolean {
    const lost = this.#notedOf(owner)
    return lost !== undefined && isOlder(now, lost)
  }

  hasReturned(owner: FileOwner, now: FileVersion | undefined): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && now !== undefined && !isOlder(now, lost)
  }

  isLast({ sha256, ...owner }: FileOwner & Pick<FileVersion, 'sha256'>, now = noFile): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && sha256 !== null && (lost.sha256 ?? sha256) === sha256 && isOlder(now, lost)
  }

  isAwaited(owner: FileOwner): boolean {
    const key = fileKeyOf(owner)
    return this.#recentlyLost.has(key) || this.#awaits(key)
  }

  load(found: readonly ReadEntry[]): void {
    this.#noted = lostIn(found.find(({ id }) => id === recordId)?.text ?? null)
    this.#shown ??= new Set(Object.keys(this.#noted.lost))
  }

  markLost(files: readonly LostFile[]): void {
    this.#shown ??= new Set()
    for (const { owner, sha256, version } of files) {
      this.#recentlyLost.set(fileKeyOf(owner), { sha256, version })
      this.#shown.add(fileKeyOf(owner))
    }
  }

  isShown(owner: FileOwner): boolean {
    return this.#shown?.has(fileKeyOf(owner)) === true
  }

  /**
   * Call under the lock, after `load`. Of several lost files of a record, the one cached here counts, else the last.
   */
  async note(files: readonly LostFile[], hashHere: (owner: FileOwner) => string | null): Promise<void> {
    const isNewLoss = ({ owner, sha256 }: LostFile) => {
      const known = this.#noted.files[fileKeyOf(owner)]?.sha256
      return known === sha256 ? !this.#awaits(fileKeyOf(owner)) : known !== hashHere(owner)
    }
    const fresh = files.filter(isNewLoss)
    for (const { owner } of fresh) this.#returned.delete(fileKeyOf(owner))
    const named = fresh.map(({ owner, sha256, version }) => [fileKeyOf(owner), { sha256, version }] as const)
    await this.#write(
      named.map(([key]) => key),
      this.#now(),
      { ...this.#noted.files, ...Object.fromEntries(named) },
    )
    for (const { owner } of files) this.#recentlyLost.delete(fileKeyOf(owner))
  }

  markReturned(owners: readonly FileOwner[]): void {
    for (const owner of owners) this.#returned.add(fileKeyOf(owner))
  }

  noteReturned(owners: readonly FileOwner[]): Promise<void> {
    return this.#write(owners.map(fileKeyOf), 0)
  }

  /** The server has these files again, or newer ones. Call under the lock, after `load`. */
  async forget(owners: readonly FileOwner[]): Promise<void> {
    if (owners.length === 0) return
    const keys = new Set(owners.map(fileKeyOf))
    const without = <Value>(of: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(of).filter(([key]) => !keys.has(key)))
    await this.#put({ lost: without(this.#noted.lost), files: without(this.#noted.files) })
  }

  #awaits(key: string): boolean {
    const at = this.#noted.lost[key]
    return at !== undefined && this.#now() - at < awaitedMs && !this.#returned.has(key)
  }

  #fileOf(owner: FileOwner): FileVersion | undefined {
    return this.#recentlyLost.get(fileKeyOf(owner)) ?? this.#notedOf(owner)
  }

  #notedOf(owner: FileOwner): FileVersion | undefined {
    const key = fileKeyOf(owner)
    return key in this.#noted.lost ? (this.#noted.files[key] ?? unnamed) : undefined
  }

  async #write(keys: readonly string[], at: number, files = this.#noted.files): Promise<void> {
    if (keys.length === 0) return
    await this.#put({ lost: { ...this.#noted.lost, ...Object.fromEntries(keys.map((key) => [key, at])) }, files })
  }

  #put(noted: Lost): Promise<void> {
    this.#noted = noted
    return this.#disk.put(recordOf(noted), nothing)
  }
}

const noFile: FileVersion = { sha256: null, version: 0 }

/** A version below that of any file a record has. */
const unnamed: FileVersion = { sha256: null, version: 1 }

/** While a record has no file yet, its hash is that of the pending upload. */
const isOlder = (now: FileVersion, lost: FileVersion): boolean =>
  now.version < lost.version && (now.version === 0 || now.sha256 !== lost.sha256)

/**
 * Files of records that now have none or an older one. Missing records count too, because they may come back without
 * their file.
 */
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

interface StoredLosses extends Pick<Lost, 'lost'>, Partial<Pick<Lost, 'files'>> {
  /** Earlier versions ignore it. */
  readonly format: 2
}

const recordOf = (noted: Lost): DiskEntry => ({
  id: recordId,
  file: '',
  text: JSON.stringify({ format: 2, ...noted }),
})

function lostIn(text: string | null): Lost {
  const { lost, files = {} } = documentIn<StoredLosses>(text, 2) ?? none
  return { lost, files }
}
