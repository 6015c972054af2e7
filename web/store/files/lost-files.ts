// Which files the server has lost with a restored backup: a device that knew of one tells its person, and what it kept of
// it may be the last copy.
import { hasFile } from '#schema/kernel/files.ts'
import { replicatedEntities } from '#schema/registry.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import type { FileDisk, DiskEntry, ReadEntry } from './file-disk.ts'
import type { Newest } from '#web/store/base/cached-file.ts'
import { objectIn } from '#web/store/base/read-json.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

/** So long a device may send the record of a lost file again (BACK16). */
const awaitedMs = 90 * 86_400_000
const recordId = 'lost'
const nothing = new ArrayBuffer(0)

export interface LostFile extends Newest {
  readonly owner: FileOwner
}

interface Lost {
  /** By record: when this device learned of it, in ms since 1970; 0 once the record is here again. */
  readonly lost: Readonly<Record<string, number>>
  /** By record: the newest file that it had; absent from what versions before have noted. */
  readonly files: Readonly<Record<string, Newest>>
}

const none: Lost = { lost: {}, files: {} }

export class LostFileTracker {
  readonly #disk: FileDisk
  readonly #now: () => number
  #noted: Lost = none
  /** Of which this window has learned, also before the disk says so. */
  readonly #heard = new Map<string, Newest>()
  /** The records of which this window's rows say so, or came later: another window may still show those from before. */
  #shown: Set<string> | undefined
  /** Of records that are here again, also before the disk says so. */
  readonly #returned = new Set<string>()

  constructor(disk: FileDisk, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  /** Whether a lost file of the record, of which the disk says so, is newer than what the record has now. */
  isBehind(owner: FileOwner, now: Newest): boolean {
    const lost = this.#notedOf(owner)
    return lost !== undefined && isOlder(now, lost)
  }

  /** Whether the server has the lost file of the record again, or one that is as new. */
  isBack(owner: FileOwner, now: Newest | undefined): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && now !== undefined && !isOlder(now, lost)
  }

  /** Whether these bytes may be the last ones of a lost file, which is newer than what the record has `now`. */
  isLast({ sha256, ...owner }: FileOwner & Pick<Newest, 'sha256'>, now = noFile): boolean {
    const lost = this.#fileOf(owner)
    return lost !== undefined && sha256 !== null && (lost.sha256 ?? sha256) === sha256 && isOlder(now, lost)
  }

  /** Whether the record itself, which the server has lost too, may still be sent again. */
  isAwaited(owner: FileOwner): boolean {
    const key = fileKeyOf(owner)
    return this.#heard.has(key) || this.#awaits(key)
  }

  take(found: readonly ReadEntry[]): void {
    this.#noted = lostIn(found.find(({ id }) => id === recordId)?.text ?? null)
    this.#shown ??= new Set(Object.keys(this.#noted.lost))
  }

  /** Before anything is removed because of the rows that lack these files. */
  hears(files: readonly LostFile[]): void {
    this.#shown ??= new Set()
    for (const { owner, sha256, version } of files) {
      this.#heard.set(fileKeyOf(owner), { sha256, version })
      this.#shown.add(fileKeyOf(owner))
    }
  }

  /** Whether what the rows of this window say of the record is news of the lost file. */
  isShown(owner: FileOwner): boolean {
    return this.#shown?.has(fileKeyOf(owner)) === true
  }

  /**
   * To call alone, with what the disk has taken. Of several files of a record that were lost one after the other the one
   * of which this device has the bytes counts, otherwise the last.
   */
  async note(files: readonly LostFile[], hashHere: (owner: FileOwner) => string | null): Promise<void> {
    const isNews = ({ owner, sha256 }: LostFile) => {
      const known = this.#noted.files[fileKeyOf(owner)]?.sha256
      return known === sha256 ? !this.#awaits(fileKeyOf(owner)) : known !== hashHere(owner)
    }
    const fresh = files.filter(isNews)
    for (const { owner } of fresh) this.#returned.delete(fileKeyOf(owner))
    const named = fresh.map(({ owner, sha256, version }) => [fileKeyOf(owner), { sha256, version }] as const)
    await this.#write(
      named.map(([key]) => key),
      this.#now(),
      { ...this.#noted.files, ...Object.fromEntries(named) },
    )
    for (const { owner } of files) this.#heard.delete(fileKeyOf(owner))
  }

  /** Their records are here again: from now on what is kept goes with them. */
  sees(owners: readonly FileOwner[]): void {
    for (const owner of owners) this.#returned.add(fileKeyOf(owner))
  }

  /** To call alone, with what the disk has taken. */
  noteSeen(owners: readonly FileOwner[]): Promise<void> {
    return this.#write(owners.map(fileKeyOf), 0)
  }

  /** The server has these files again, or newer ones. To call alone, with what the disk has taken. */
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

  #fileOf(owner: FileOwner): Newest | undefined {
    return this.#heard.get(fileKeyOf(owner)) ?? this.#notedOf(owner)
  }

  #notedOf(owner: FileOwner): Newest | undefined {
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

const noFile: Newest = { sha256: null, version: 0 }

/** Of any file that a record has, noFile can tell whether it is older. */
const unnamed: Newest = { sha256: null, version: 1 }

/** While a record has no file yet, its hash is that of what is on its way there. */
const isOlder = (now: Newest, lost: Newest): boolean =>
  now.version < lost.version && (now.version === 0 || now.sha256 !== lost.sha256)

/**
 * The files of records that have none now, or an older one. Of a record without a file no word is needed, and a record
 * that is missing may come back without its file.
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

function newestIn(row: unknown): Newest {
  const { sha256, version } = (row ?? noFile) as Newest
  return { sha256, version }
}

/** Versions before do not read it. */
const recordOf = (noted: Lost): DiskEntry => ({
  id: recordId,
  file: '',
  text: JSON.stringify({ format: 2, ...noted }),
})

function lostIn(text: string | null): Lost {
  const found = text === null ? undefined : objectIn(text)
  if (found?.['format'] !== 2) return none
  const { lost, files = {} } = found as unknown as Pick<Lost, 'lost'> & Partial<Lost>
  return { lost, files }
}
