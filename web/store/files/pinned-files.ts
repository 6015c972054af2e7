// What the person keeps on this device on purpose: fetched when they say so, and again when its record has a newer file.
import { filePathOf } from '#schema/kernel/files.ts'
import { OnlineError } from '#web/store/wire/ask-online.ts'
import { PartialDownload } from './partial-download.ts'
import { codeOf } from '#web/store/wire/request.ts'
import type { Fetch, Locks, Timers } from '#web/store/base/deps.ts'
import { fileOf, type DownloadedFile, downloadedFileIn } from './cached-response.ts'
import type { CachedFile, Newest } from '#web/store/base/cached-file.ts'
import type { CachedFiles, NewestOf } from './cached-files.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

/** After this long a file that broke off on the way may be asked for again, although the server was heard meanwhile. */
const againMs = 30_000

interface PinnedFilesDeps {
  readonly kept: CachedFiles
  readonly fetch: Fetch
  readonly locks: Locks
  readonly timers: Timers
  readonly database: string
  readonly newestOf: NewestOf
  readonly report: (problem: unknown) => void
}

export class PinnedFiles {
  readonly #deps: PinnedFilesDeps
  /** What was asked for since the server was last away, by record and version: each once. */
  readonly #asked = new Set<string>()
  /** What has begun to come, by record. */
  readonly #coming = new Map<string, PartialDownload>()

  constructor(deps: PinnedFilesDeps) {
    this.#deps = deps
  }

  get all(): readonly CachedFile[] {
    return this.#deps.kept.all
  }

  isLost(owner: FileOwner, newest: Newest): boolean {
    return this.#deps.kept.isLost(owner, newest)
  }

  subscribe(listener: () => void): () => void {
    return this.#deps.kept.subscribe(listener)
  }

  async open(owner: FileOwner): Promise<File | null> {
    const found = await this.#deps.kept.read(owner)
    return found && fileOf(owner, { bytes: found.bytes, headers: found.head.headers })
  }

  async pin(owner: FileOwner, pinned: boolean): Promise<void> {
    const { kept } = this.#deps
    if (!pinned || kept.of(owner)?.sha256) return kept.pin(owner, pinned)
    await kept.keep(owner, await this.#fetch(owner), true)
  }

  /** Fetches what is to be here and is not. */
  refill(isOnline: boolean): void {
    if (!isOnline) return this.#asked.clear()
    for (const file of this.all) {
      const question = `${fileKeyOf(file)}/${this.#deps.newestOf(file)?.sha256}`
      if (file.sha256 !== null || this.#asked.has(question)) continue
      this.#asked.add(question)
      this.#renew(file).catch((problem: unknown) => {
        // No answer is not the server's word.
        if (OnlineError.of(problem).status === null)
          this.#deps.timers.setTimeout(() => this.#asked.delete(question), againMs)
        this.#deps.report(problem)
      })
    }
  }

  /** Of several tabs, and of several files, one at a time. */
  #renew(file: CachedFile): Promise<unknown> {
    const { kept, locks, database } = this.#deps
    return locks.request(`${database}-kept-fetch`, {}, async () => {
      await kept.catchUp()
      if (kept.of(file)?.sha256 === null) await kept.keep(file, await this.#fetch(file), true)
    })
  }

  /** A file that breaks off on the way goes on from there at the next try. */
  async #fetch(owner: FileOwner): Promise<DownloadedFile> {
    const key = fileKeyOf(owner)
    const coming = this.#coming.get(key) ?? new PartialDownload(this.#deps.fetch, filePathOf(owner.id, owner.entity))
    this.#coming.set(key, coming)
    const answer = await coming.whole().catch(() => null)
    if (!answer) throw new OnlineError('No answer', { status: null })
    this.#coming.delete(key)
    if (answer.status !== 200)
      throw new OnlineError('No file', { status: answer.status, code: codeOf(await answer.text()) ?? undefined })
    const found = await downloadedFileIn(answer)
    if (!found) throw new OnlineError('No answer', { status: null })
    return found
  }
}
