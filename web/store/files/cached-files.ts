// Pinned files, and recently opened ones as far as there is room.
import type { FileDisk } from './file-disk.ts'
import type { Locks } from '#web/store/base/deps.ts'
import type { DownloadedFile } from './cached-response.ts'
import { requireSpace } from '#web/store/base/full-disk.ts'
import type { CachedFile, FileVersion } from '#web/store/base/cached-file.ts'
import { type LostFile, LostFileTracker } from './lost-files.ts'
import { documentIn } from '#web/store/base/read-json.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

export const maxCachedBytes = 200 * 1024 * 1024

export interface StoredCachedFile extends CachedFile {
  readonly format: 1
  readonly headers: Readonly<Record<string, string>>
}

class PinnedQuotaExceeded extends Error {
  override readonly name = 'TooMuchPinned'
}

interface CachedFilesDeps {
  readonly disk: FileDisk
  readonly locks: Locks
  readonly database: string
  readonly now: () => number
  readonly maxBytes: number
  readonly freeBytes?: (() => Promise<number | null>) | undefined
  readonly notify: () => void
}

const noBytes = new ArrayBuffer(0)

export type NewestOf = (owner: FileOwner) => FileVersion | undefined

export class CachedFiles {
  readonly #deps: CachedFilesDeps
  readonly #lost: LostFileTracker
  #heads: ReadonlyMap<string, StoredCachedFile> = new Map()
  #all: readonly CachedFile[] | undefined
  #lastRead = 0
  #lastShownRead = 0
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

  isLost(owner: FileOwner, newest: FileVersion): boolean {
    return this.#lost.isNewerThan(owner, newest)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async catchUp(): Promise<void> {
    const reading = ++this.#lastRead
    const found = await this.#deps.disk.all()
    // An older read that finishes late must not replace a newer one.
    if (reading < this.#lastShownRead) return
    this.#lastShownRead = reading
    this.#lost.load(found)
    const heads = found.map(({ text }) => documentIn<StoredCachedFile>(text, 1)).filter((head) => head !== undefined)
    this.#show(new Map(heads.map((head) => [fileKeyOf(head), head])))
  }

  /** False if the stored one is newer or only pinned files fit. Rejects if this one is pinned and does not fit. */
  put(
    { entity, id }: FileOwner,
    { bytes, sha256, version, headers }: DownloadedFile,
    isPinned = false,
  ): Promise<boolean> {
    const size = bytes.byteLength
    return this.#withLock(async () => {
      await this.catchUp()
      const before = this.of({ entity, id })
      if (before && version !== null && isAfter(before, version)) return false
      const pinned = isPinned || before?.pinned === true
      const evicted = this.#evictionsFor(size, fileKeyOf({ entity, id }))
      if (!evicted && pinned) throw new PinnedQuotaExceeded()
      if (!evicted) return false
      await requireSpace(this.#deps.freeBytes, size)
      for (const each of evicted) await this.#deps.disk.remove(recordOf(each))
      const at = new Date(this.#deps.now()).toISOString()
      await this.#put({ format: 1, entity, id, sha256, ...versionField(version), size, at, pinned, headers }, bytes)
      return true
    })
  }

  pin(owner: FileOwner, pinned: boolean): Promise<void> {
    return this.#withLock(async () => {
      await this.catchUp()
      const head = this.#heads.get(fileKeyOf(owner))
      if (!head) return
      // A pinned file that is not downloaded yet has nothing to keep.
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

  /**
   * Removes every file, including those that only a newer version can read. Pinned files leave a note with their ids.
   */
  removeBytes(): Promise<void> {
    return this.#withLock(async () => {
      await this.catchUp()
      const pinnedHeads = this.all.filter(({ pinned }) => pinned)
      for (const record of await this.#deps.disk.all()) await this.#deps.disk.remove(record)
      for (const { entity, id, at } of pinnedHeads)
        await this.#put({ format: 1, entity, id, sha256: null, size: 0, at, pinned: true, headers: {} }, noBytes)
      await this.#changed()
    })
  }

  async recordLost(files: readonly LostFile[]): Promise<void> {
    if (files.length === 0) return
    this.#lost.markLost(files)
    await this.#withLock(async () => {
      await this.catchUp()
      await this.#lost.recordLost(files, (owner) => this.of(owner)?.sha256 ?? null)
      await this.#changed()
    })
  }

  /**
   * Keeps files that the server has lost: this may be the last copy. Without `newestOf`, only notes of pinned files
   * stay.
   */
  async evictOutdated(newestOf: NewestOf | undefined): Promise<void> {
    const isOld = (head: StoredCachedFile) => head.sha256 !== null && !this.#isNewest(head, newestOf?.(head))
    const isGone = (head: StoredCachedFile) => (newestOf ? !newestOf(head) : !head.pinned)
    const isReturning = (head: StoredCachedFile) => newestOf && !newestOf(head) && this.#lost.isAwaited(head)
    const evicted = (head: StoredCachedFile) => !isReturning(head) && (isGone(head) || isOld(head))
    const outdatedHeads = () => [...this.#heads.values()].filter(evicted)
    const shownLosses = [...this.#heads.values()].filter((head) => newestOf?.(head) && this.#lost.isShown(head))
    const seen = shownLosses.filter((head) => this.#lost.isAwaited(head))
    const returned = shownLosses.filter((head) => this.#lost.hasReturned(head, newestOf?.(head)))
    const renumberedHeads = () => [...this.#heads.values()].flatMap((head) => renumbered(head, newestOf?.(head)))
    this.#lost.markReturned(seen)
    if ([outdatedHeads(), seen, returned, renumberedHeads()].every(({ length }) => length === 0)) return
    await this.#withLock(async () => {
      await this.catchUp()
      await this.#lost.recordReturned(seen)
      await this.#lost.forget(returned)
      const others = renumberedHeads()
      for (const head of others) await this.#deps.disk.rewrite(recordOf(head))
      if (others.length > 0) await this.#changed()
      const old = outdatedHeads()
      const promised = old.filter((head) => head.pinned && !isGone(head))
      for (const head of promised) await this.#put(pinnedNote(head), noBytes)
      const removed = old.filter((head) => !promised.includes(head))
      if (removed.length > 0) await this.#drop(removed)
    })
  }

  /** Also when the record has no file, or an older one since a backup was restored. */
  #isNewest(head: StoredCachedFile, newest: FileVersion | undefined): boolean {
    if (!newest) return false
    const isSame = (newest.sha256 ?? head.sha256) === head.sha256
    return isSame || isAfter(head, newest.version) || this.#lost.isLast(head, newest)
  }

  #evictionsFor(size: number, key: string): readonly StoredCachedFile[] | null {
    const others = [...this.#heads].filter(([each]) => each !== key).map(([, head]) => head)
    const isEvictable = (head: StoredCachedFile) => !head.pinned && !this.#lost.isLast(head)
    const evictable = others.filter(isEvictable).sort((a, b) => (a.at < b.at ? -1 : 1))
    const evicted: StoredCachedFile[] = []
    let used = others.reduce((sum, each) => sum + each.size, size)
    while (used > this.#deps.maxBytes) {
      const oldest = evictable.shift()
      if (!oldest) return null
      evicted.push(oldest)
      used -= oldest.size
    }
    return evicted
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
    this.#deps.notify()
  }

  /** Every tab and the worker may store files. */
  #withLock<T>(run: () => Promise<T>): Promise<T> {
    return this.#deps.locks.request(`${this.#deps.database}-kept`, {}, run)
  }

  #show(heads: ReadonlyMap<string, StoredCachedFile>): void {
    this.#heads = heads
    this.#all = undefined
    for (const listener of this.#listeners) listener()
  }
}

const isAfter = (head: CachedFile, version: number): boolean => head.sha256 !== null && (head.version ?? 0) > version

const versionField = (version: number | null) => (version === null ? {} : { version })

const renumbered = (head: StoredCachedFile, newest: FileVersion | undefined): readonly StoredCachedFile[] => {
  const isOther = newest && newest.version > 0 && newest.sha256 === head.sha256 && newest.version !== head.version
  return isOther ? [{ ...head, version: newest.version }] : []
}

const pinnedNote = ({ version: _, ...head }: StoredCachedFile): StoredCachedFile => ({
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
