// A file is durable before its dialog confirms it, and leaves only when the server has all of it or the person
// discards it. A later file for the record replaces it.
import type { FileDisk } from './file-disk.ts'
import { type AdoptedUpload, recordOf, writeUploads } from './upload-records.ts'
import type { Locks } from '#web/store/base/deps.ts'
import { requireSpace } from '#web/store/base/full-disk.ts'
import { hashOf } from '#web/store/base/hash-of.ts'
import type { CancelUpload } from './cancel-upload.ts'
import {
  type StoredUpload,
  fileKeyOf,
  type FileOwner,
  type FileProblem,
  uploadIn,
  type DiscardedUpload,
  discardedUploadIn,
  type PendingUpload,
} from '#web/store/base/pending-upload.ts'

export type FilesMessage =
  | { readonly kind: 'files' }
  | { readonly kind: 'arrived'; readonly file: string; readonly bytes: number }

interface FilesDeps {
  readonly disk: FileDisk
  readonly locks: Locks
  readonly database: string
  readonly now: () => number
  readonly newId: () => string
  readonly freeBytes?: (() => Promise<number | null>) | undefined
  readonly cancelUpload: CancelUpload
  readonly changed: () => void
  readonly notify: (message: FilesMessage) => void
}

interface WithChange<T> {
  readonly change: string
  readonly commit: () => Promise<T>
}

export class PendingUploads {
  readonly #deps: FilesDeps
  #heads: ReadonlyMap<string, StoredUpload> = new Map()
  readonly #uploadedBytes = new Map<string, number>()
  #discarded: readonly DiscardedUpload[] = []
  #unread = 0
  #all: readonly PendingUpload[] | undefined
  readonly #listeners = new Set<() => void>()

  constructor(deps: FilesDeps) {
    this.#deps = deps
  }

  get all(): readonly PendingUpload[] {
    this.#all ??= this.heads.map(({ format: _, change: _change, upload: _upload, ...head }) => ({
      ...head,
      uploadedBytes: this.#uploadedBytes.get(head.file) ?? 0,
    }))
    return this.#all
  }

  get heads(): readonly StoredUpload[] {
    return [...this.#heads.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
  }

  get discarded(): readonly DiscardedUpload[] {
    return this.#discarded
  }

  get waiting(): number {
    return this.heads.filter(({ problem }) => problem === null).length + this.#unread
  }

  get refused(): number {
    return this.heads.length + this.#unread - this.waiting
  }

  of(owner: FileOwner): PendingUpload | undefined {
    const { file } = this.#heads.get(fileKeyOf(owner)) ?? {}
    return this.all.find((each) => each.file === file)
  }

  isDiscarding(owner: FileOwner): boolean {
    return this.#discarded.some((each) => fileKeyOf(each) === fileKeyOf(owner))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async catchUp(): Promise<void> {
    const found = await this.#deps.disk.all()
    const heads = found.map(({ text }) => uploadIn(text)).filter((head) => head !== undefined)
    this.#discarded = found.map(({ text }) => discardedUploadIn(text)).filter((each) => each !== undefined)
    this.#unread = found.length - heads.length - this.#discarded.length
    this.#show(new Map(heads.map((head) => [fileKeyOf(head), head])))
  }

  /** Both are on the disk or neither. */
  async add(owner: FileOwner, file: File): Promise<void>
  async add<T>(owner: FileOwner, file: File, made: WithChange<T>): Promise<T>
  async add<T>({ entity, id }: FileOwner, file: File, made?: WithChange<T>): Promise<T | undefined> {
    const { disk, now, newId } = this.#deps
    await requireSpace(this.#deps.freeBytes, file.size)
    const bytes = await file.arrayBuffer()
    const { name, type, size } = file
    const head: StoredUpload = {
      format: 1,
      entity,
      id,
      file: newId(),
      name,
      type,
      size,
      sha256: await hashOf(bytes),
      at: new Date(now()).toISOString(),
      change: made?.change ?? null,
      upload: null,
      problem: null,
    }
    return this.#withLock(async () => {
      await disk.put(recordOf(head), bytes)
      const result = await made?.commit().catch(async (error: unknown) => {
        await disk.remove(recordOf(head))
        throw error
      })
      this.#put(head)
      this.#deps.notify({ kind: 'files' })
      return result
    })
  }

  /** All or nothing, together with `commit`. Returns how many are new here. A record keeps its later file. */
  adopt(files: readonly AdoptedUpload[], commit: () => Promise<unknown>): Promise<number> {
    const { disk } = this.#deps
    return this.#withLock(async () => {
      await this.catchUp()
      const isNew = ({ head }: AdoptedUpload) => head.at > (this.#heads.get(fileKeyOf(head))?.at ?? '')
      const newFiles = files.filter(isNew)
      await requireSpace(
        this.#deps.freeBytes,
        newFiles.reduce((sum, { head }) => sum + head.size, 0),
      )
      const undo = await writeUploads(disk, newFiles, (head) => this.#heads.get(fileKeyOf(head)))
      await commit().catch(async (error: unknown) => {
        await undo()
        throw error
      })
      await this.#rewritten()
      return newFiles.length
    })
  }

  async *eachWithBytes() {
    for await (const each of this.#deps.disk.each()) if (!discardedUploadIn(each.text)) yield each
  }

  async discardUpload(owner: FileOwner): Promise<void> {
    const current = this.#heads.get(fileKeyOf(owner))
    if (!current) return
    const note = await this.#withLock(async () => {
      await this.catchUp()
      const head = this.#heads.get(fileKeyOf(owner))
      // Another window may have replaced it.
      return head?.file === current.file ? this.#discard(head) : null
    })
    if (note && (await this.#deps.cancelUpload(note.upload))) await this.acknowledgeDiscard(note)
  }

  /** If the server does not acknowledge immediately, the next syncing context retries. */
  async #discard(head: StoredUpload): Promise<DiscardedUpload | null> {
    await this.remove(head)
    const { entity, id, file, upload } = head
    if (upload === null) return null
    const note: DiscardedUpload = { format: 2, entity, id, file, upload }
    await this.#deps.disk.put(recordOf(note), noBytes)
    await this.#rewritten()
    return note
  }

  async acknowledgeDiscard(note: DiscardedUpload): Promise<void> {
    await this.#deps.disk.remove(recordOf(note))
    await this.#rewritten()
  }

  async retry(owner: FileOwner): Promise<void> {
    const head = this.#heads.get(fileKeyOf(owner))
    if (head) await this.#rewrite({ ...head, upload: null, problem: null })
  }

  async read(owner: FileOwner): Promise<Blob | null> {
    const head = this.#heads.get(fileKeyOf(owner))
    const bytes = head && (await this.bytesOf(head))
    return bytes ? new Blob([bytes], { type: head.type }) : null
  }

  /** A crash may leave files whose change was never committed. */
  async removeUncommitted(isKnown: (change: string) => Promise<boolean>): Promise<void> {
    await this.catchUp()
    if (this.heads.every(({ change }) => change === null)) return
    await this.#withLock(async () => {
      await this.catchUp()
      for (const head of this.heads) if (head.change !== null && !(await isKnown(head.change))) await this.remove(head)
    })
  }

  isCurrent(head: StoredUpload): boolean {
    return this.#heads.get(fileKeyOf(head))?.file === head.file
  }

  bytesOf(head: StoredUpload): Promise<ArrayBuffer | undefined> {
    return this.#deps.disk.bytesOf(recordOf(head))
  }

  setUpload(head: StoredUpload, upload: string): Promise<void> {
    return this.#rewrite({ ...head, change: null, upload })
  }

  refuse(head: StoredUpload, problem: FileProblem): Promise<void> {
    return this.#rewrite({ ...head, change: null, problem })
  }

  async remove(head: StoredUpload): Promise<void> {
    await this.#deps.disk.remove(recordOf(head))
    if (this.isCurrent(head)) this.#show(new Map([...this.#heads].filter(([, { file }]) => file !== head.file)))
    this.#deps.notify({ kind: 'files' })
  }

  received({ file }: StoredUpload, bytes: number): void {
    this.setUploadedBytes(file, bytes)
    this.#deps.notify({ kind: 'arrived', file, bytes })
  }

  setUploadedBytes(file: string, bytes: number): void {
    this.#uploadedBytes.set(file, bytes)
    this.#changed()
  }

  async #rewritten(): Promise<void> {
    await this.catchUp()
    this.#deps.notify({ kind: 'files' })
  }

  async #rewrite(head: StoredUpload): Promise<void> {
    await this.#deps.disk.rewrite(recordOf(head))
    if (this.isCurrent(head)) this.#put(head)
    this.#deps.notify({ kind: 'files' })
  }

  /** One tab at a time writes a file with its change, or removes leftovers. */
  #withLock<T>(run: () => Promise<T>): Promise<T> {
    return this.#deps.locks.request(`${this.#deps.database}-files`, {}, run)
  }

  #put(head: StoredUpload): void {
    this.#discarded = this.#discarded.filter((each) => fileKeyOf(each) !== fileKeyOf(head))
    this.#show(new Map([...this.#heads, [fileKeyOf(head), head]]))
  }

  #show(heads: ReadonlyMap<string, StoredUpload>): void {
    this.#heads = heads
    const files = new Set([...heads.values()].map(({ file }) => file))
    for (const file of this.#uploadedBytes.keys()) if (!files.has(file)) this.#uploadedBytes.delete(file)
    this.#changed()
  }

  #changed(): void {
    this.#all = undefined
    this.#deps.changed()
    for (const listener of this.#listeners) listener()
  }
}

const noBytes = new ArrayBuffer(0)
