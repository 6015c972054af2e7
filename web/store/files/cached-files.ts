// The server's files that open on this device without a network: those that the person keeps here on purpose, and those
// that they opened lately, as far as there is room. A file that is not the newest one of its record is not here.
import type { FileDisk } from './file-disk.ts'
import type { Locks } from '#web/store/base/deps.ts'
import type { DownloadedFile } from './cached-response.ts'
import { NoRoom } from '#web/store/base/full-disk.ts'
import type { CachedFile, Newest } from '#web/store/base/cached-file.ts'
import { type LostFile, LostFileTracker } from './lost-files.ts'
import { objectIn } from '#web/store/base/read-json.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

/** 200 MB. */
export const mostCachedBytes = 200 * 1024 * 1024

export interface StoredCachedFile extends CachedFile {
  readonly format: 1
  readonly headers: Readonly<Record<string, string>>
}

/** So much is kept on purpose that nothing may make room for one more. */
class TooMuchPinned extends Error {
  override readonly name = 'TooMuchPinned'
}

interface CachedFilesDeps {
  readonly disk: FileDisk
  readonly locks: Locks
  readonly database: string
  readonly now: () => number
  /** In bytes. */
  readonly most: number
  /** The bytes that this device may still store; null where the browser does not say. */
  readonly room?: (() => Promise<number | null>) | undefined
  /** Tells the other tabs that the files on the disk have changed. */
  readonly tell: () => void
}

const nothing = new ArrayBuffer(0)

/** What its record says of the newest file; undefined where the person has no such record any more. */
export type NewestOf = (owner: FileOwner) => Newest | undefined

export class CachedFiles {
  readonly #deps: CachedFilesDeps
  readonly #lost: LostFileTracker
  #heads: ReadonlyMap<string, StoredCachedFile> = new Map()
  #all: readonly CachedFile[] | undefined
  /** Readings of the disk. */
  #begun = 0
  #taken = 0
  readonly #listeners = new Set<() => void>()

  constructor(deps: CachedFilesDeps) {
    this.#deps = deps
    this.#lost = new LostFileTracker(deps.disk, deps.now)
  }

  get all(): readonly CachedFile[] {
    this.#all ??= [...this.#heads.values()]
    return this.#all
  }

  of(owner: FileOwner): CachedFile | undefined {
    return this.#heads.get(fileKeyOf(owner))
  }

  /** Whether the server has lost a file of this record, as far as this device knows, that is newer than this one. */
  isLost(owner: FileOwner, newest: Newest): boolean {
    return this.#lost.isBehind(owner, newest)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async catchUp(): Promise<void> {
    const reading = ++this.#begun
    const found = await this.#deps.disk.all()
    // What was read earlier and comes later says nothing of what was written between.
    if (reading < this.#taken) return
    this.#taken = reading
    this.#lost.take(found)
    const heads = found.map(({ text }) => headIn(text)).filter((head) => head !== undefined)
    this.#take(new Map(heads.map((head) => [fileKeyOf(head), head])))
  }

  /**
   * Keeps a file in place of the one that its record had before. False when that is a newer version, and when there is
   * only room for files that are kept on purpose; rejects when this one is to be, too.
   */
  keep(
    { entity, id }: FileOwner,
    { bytes, sha256, version, headers }: DownloadedFile,
    isPinned = false,
  ): Promise<boolean> {
    const size = bytes.byteLength
    return this.#alone(async () => {
      await this.catchUp()
      const before = this.of({ entity, id })
      if (before && version !== null && isAfter(before, version)) return false
      const pinned = isPinned || before?.pinned === true
      const leaves = this.#leavesFor(size, fileKeyOf({ entity, id }))
      if (!leaves && pinned) throw new TooMuchPinned()
      if (!leaves) return false
      await this.#requireRoom(size)
      for (const each of leaves) await this.#deps.disk.remove(recordOf(each))
      const at = new Date(this.#deps.now()).toISOString()
      await this.#put({ format: 1, entity, id, sha256, ...numbered(version), size, at, pinned, headers }, bytes)
      return true
    })
  }

  /** Whether a file that is here is kept on purpose. */
  pin(owner: FileOwner, pinned: boolean): Promise<void> {
    return this.#alone(async () => {
      await this.catchUp()
      const head = this.#heads.get(fileKeyOf(owner))
      if (!head) return
      // What was promised and is not here yet has nothing to leave.
      if (!pinned && head.sha256 === null) return this.#drop([head])
      await this.#deps.disk.rewrite(recordOf({ ...head, pinned }))
      await this.#changed()
    })
  }

  async read(owner: FileOwner): Promise<{ readonly head: StoredCachedFile; readonly bytes: ArrayBuffer } | null> {
    const head = this.#heads.get(fileKeyOf(owner))
    const bytes = head && head.sha256 !== null ? await this.#deps.disk.bytesOf(recordOf(head)) : undefined
    return head && bytes ? { head, bytes } : null
  }

  /** Removes every file, also those that only a newer version can read; what is kept on purpose is noted, by its id alone. */
  removeBytes(): Promise<void> {
    return this.#alone(async () => {
      await this.catchUp()
      const promised = this.all.filter(({ pinned }) => pinned)
      for (const record of await this.#deps.disk.all()) await this.#deps.disk.remove(record)
      for (const { entity, id, at } of promised)
        await this.#put({ format: 1, entity, id, sha256: null, size: 0, at, pinned: true, headers: {} }, nothing)
      await this.#changed()
    })
  }

  /** The server has lost these files with a restored backup. */
  async lose(files: readonly LostFile[]): Promise<void> {
    if (files.length === 0) return
    this.#lost.hears(files)
    await this.#alone(async () => {
      await this.catchUp()
      await this.#lost.note(files, (owner) => this.of(owner)?.sha256 ?? null)
      await this.#changed()
    })
  }

  /**
   * Removes the files of records that are gone, and what a newer version has replaced; not what the server has lost,
   * also when an older version is there again, because this may be the last copy, and the record may be sent again.
   * Without `newestOf` nobody knows what the person may see: then nothing stays, except the note of what they keep on
   * purpose.
   */
  async follow(newestOf: NewestOf | undefined): Promise<void> {
    const isOld = (head: StoredCachedFile) => head.sha256 !== null && !this.#isNewest(head, newestOf?.(head))
    const isGone = (head: StoredCachedFile) => (newestOf ? !newestOf(head) : !head.pinned)
    const comesBack = (head: StoredCachedFile) => newestOf && !newestOf(head) && this.#lost.isAwaited(head)
    const leaves = (head: StoredCachedFile) => !comesBack(head) && (isGone(head) || isOld(head))
    const suspects = () => [...this.#heads.values()].filter(leaves)
    const told = [...this.#heads.values()].filter((head) => newestOf?.(head) && this.#lost.isShown(head))
    const seen = told.filter((head) => this.#lost.isAwaited(head))
    const back = told.filter((head) => this.#lost.isBack(head, newestOf?.(head)))
    const numbers = () => [...this.#heads.values()].flatMap((head) => renumbered(head, newestOf?.(head)))
    this.#lost.sees(seen)
    if ([suspects(), seen, back, numbers()].every(({ length }) => length === 0)) return
    await this.#alone(async () => {
      await this.catchUp()
      await this.#lost.noteSeen(seen)
      await this.#lost.forget(back)
      const others = numbers()
      for (const head of others) await this.#deps.disk.rewrite(recordOf(head))
      if (others.length > 0) await this.#changed()
      const old = suspects()
      const promised = old.filter((head) => head.pinned && !isGone(head))
      for (const head of promised) await this.#put(promiseOf(head), nothing)
      const gone = old.filter((head) => !promised.includes(head))
      if (gone.length > 0) await this.#drop(gone)
    })
  }

  /** Also when the record has no file, or an older one since a backup was restored. */
  #isNewest(head: StoredCachedFile, newest: Newest | undefined): boolean {
    if (!newest) return false
    const isSame = (newest.sha256 ?? head.sha256) === head.sha256
    return isSame || isAfter(head, newest.version) || this.#lost.isLast(head, newest)
  }

  /** The oldest ones that were only opened, as many as must leave for another one; null when that is not enough. */
  #leavesFor(size: number, key: string): readonly StoredCachedFile[] | null {
    const others = [...this.#heads].filter(([each]) => each !== key).map(([, head]) => head)
    const isFree = (head: StoredCachedFile) => !head.pinned && !this.#lost.isLast(head)
    const mayLeave = others.filter(isFree).sort((a, b) => (a.at < b.at ? -1 : 1))
    const leaves: StoredCachedFile[] = []
    let used = others.reduce((sum, each) => sum + each.size, size)
    while (used > this.#deps.most) {
      const oldest = mayLeave.shift()
      if (!oldest) return null
      leaves.push(oldest)
      used -= oldest.size
    }
    return leaves
  }

  async #requireRoom(bytes: number): Promise<void> {
    const room = await this.#deps.room?.().catch(() => null)
    if (typeof room === 'number' && room < bytes) throw new NoRoom()
  }

  async #put(head: StoredCachedFile, bytes: ArrayBuffer): Promise<void> {
    await this.#deps.disk.put(recordOf(head), bytes)
    await this.#changed()
  }

  async #drop(heads: readonly StoredCachedFile[]): Promise<void> {
    for (const head of heads) await this.#deps.disk.remove(recordOf(head))
    await this.#changed()
  }

  async #changed(): Promise<void> {
    await this.catchUp()
    this.#deps.tell()
  }

  /** Every tab and the worker may keep files. */
  #alone<T>(run: () => Promise<T>): Promise<T> {
    return this.#deps.locks.request(`${this.#deps.database}-kept`, {}, run)
  }

  #take(heads: ReadonlyMap<string, StoredCachedFile>): void {
    this.#heads = heads
    this.#all = undefined
    for (const listener of this.#listeners) listener()
  }
}

const isAfter = (head: CachedFile, version: number): boolean => head.sha256 !== null && (head.version ?? 0) > version

const numbered = (version: number | null) => (version === null ? {} : { version })

/** With the number that its record gives it: a server that was told a lost file again may give another one. */
const renumbered = (head: StoredCachedFile, newest: Newest | undefined): readonly StoredCachedFile[] => {
  const isOther = newest && newest.version > 0 && newest.sha256 === head.sha256 && newest.version !== head.version
  return isOther ? [{ ...head, version: newest.version }] : []
}

/** What stays of a file that is kept on purpose while its newer version is not here. */
const promiseOf = ({ version: _, ...head }: StoredCachedFile): StoredCachedFile => ({
  ...head,
  sha256: null,
  size: 0,
  headers: {},
})

const recordOf = (head: StoredCachedFile) => ({
  id: fileKeyOf(head),
  file: head.sha256 ?? '',
  text: JSON.stringify(head),
})

function headIn(text: string | null): StoredCachedFile | undefined {
  const found = text === null ? undefined : objectIn(text)
  return found?.['format'] === 1 ? (found as unknown as StoredCachedFile) : undefined
}
