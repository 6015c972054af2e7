// Which files the server has lost with a restored backup: a device that knew of one tells its person, and what it kept of
// it may be the last copy.
import { hasFile } from '#schema/files.ts'
import { replicatedEntities } from '#schema/registry.ts'
import type { FeedSet } from './feed-set.ts'
import type { FileDisk, FileRecord, FoundFileRecord } from './file-disk.ts'
import { objectIn } from './read-json.ts'
import { fileKeyOf, type FileOwner } from './waiting-file.ts'

/** So long a device may send the record of a lost file again (BACK4). */
const awaitedMs = 90 * 86_400_000
const recordId = 'lost'
const nothing = new ArrayBuffer(0)

/** By record: when this device learned of it, in ms since 1970; 0 once the record is here again. */
type Lost = Readonly<Record<string, number>>

export class LostFiles {
  readonly #disk: FileDisk
  readonly #now: () => number
  #lost: Lost = {}
  /** Of records that are here again, also before the disk says so. */
  readonly #returned = new Set<string>()

  constructor(disk: FileDisk, now: () => number) {
    this.#disk = disk
    this.#now = now
  }

  has(owner: FileOwner): boolean {
    return fileKeyOf(owner) in this.#lost
  }

  /** Whether the record itself, which the server has lost too, may still be sent again. */
  isAwaited(owner: FileOwner): boolean {
    const key = fileKeyOf(owner)
    const at = this.#lost[key]
    return at !== undefined && this.#now() - at < awaitedMs && !this.#returned.has(key)
  }

  take(found: readonly FoundFileRecord[]): void {
    this.#lost = lostIn(found.find(({ id }) => id === recordId)?.text ?? null)
  }

  /** To call alone, with what the disk has taken. */
  async note(owners: readonly FileOwner[]): Promise<void> {
    const fresh = owners.filter((owner) => !this.isAwaited(owner)).map(fileKeyOf)
    for (const key of fresh) this.#returned.delete(key)
    await this.#write(fresh, this.#now())
  }

  /** Their records are here again: from now on what is kept goes with them. */
  sees(owners: readonly FileOwner[]): void {
    for (const owner of owners) this.#returned.add(fileKeyOf(owner))
  }

  /** To call alone, with what the disk has taken. */
  noteSeen(owners: readonly FileOwner[]): Promise<void> {
    return this.#write(owners.map(fileKeyOf), 0)
  }

  async #write(keys: readonly string[], at: number): Promise<void> {
    if (keys.length === 0) return
    this.#lost = { ...this.#lost, ...Object.fromEntries(keys.map((key) => [key, at])) }
    await this.#disk.put(recordOf(this.#lost), nothing)
  }
}

/** Of a record without a file no word is needed, and a record that is missing may come back without its file. */
export function lostBetween(before: FeedSet, now: FeedSet): readonly FileOwner[] {
  const lost: FileOwner[] = []
  for (const { name } of replicatedEntities.filter(hasFile)) {
    const rows = now.fold.rowsOf(name)
    for (const row of before.fold.rowsOf(name).scan())
      if (versionOf(row) > 0 && versionOf(rows.peek(row.id)) === 0) lost.push({ entity: name, id: row.id } as FileOwner)
  }
  return lost
}

const versionOf = (row: unknown): number => (row as { readonly version: number } | undefined)?.version ?? 0

/** Versions before do not read it. */
const recordOf = (lost: Lost): FileRecord => ({ id: recordId, file: '', text: JSON.stringify({ format: 2, lost }) })

function lostIn(text: string | null): Lost {
  const found = text === null ? undefined : objectIn(text)
  return found?.['format'] === 2 ? (found['lost'] as Lost) : {}
}
