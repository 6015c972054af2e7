import { filePathOf } from '#schema/kernel/files.ts'
import { OnlineError } from '#web/store/wire/online-requests.ts'
import { PartialDownload } from './partial-download.ts'
import { codeOf } from '#web/store/wire/request.ts'
import type { Fetch, Locks, Timers } from '#web/store/base/deps.ts'
import { fileOf, type DownloadedFile, downloadedFileIn } from './cached-response.ts'
import type { CachedFile, FileVersion } from '#web/store/base/cached-file.ts'
import type { CachedFiles, NewestOf } from './cached-files.ts'
import { fileKeyOf, type FileOwner } from '#web/store/base/pending-upload.ts'

const retryMs = 30_000

interface PinnedFilesDeps {
  readonly cachedFiles: CachedFiles
  readonly fetch: Fetch
  readonly locks: Locks
  readonly timers: Timers
  readonly database: string
  readonly newestOf: NewestOf
  readonly report: (problem: unknown) => void
}

export class PinnedFiles {
  readonly #deps: PinnedFilesDeps
  /** Requested since the connection was last lost, by record and version: each once. */
  readonly #requested = new Set<string>()
  readonly #downloads = new Map<string, PartialDownload>()

  constructor(deps: PinnedFilesDeps) {
    this.#deps = deps
  }

  get all(): readonly CachedFile[] {
    return this.#deps.cachedFiles.all
  }

  isLost(owner: FileOwner, newest: FileVersion): boolean {
    return this.#deps.cachedFiles.isLost(owner, newest)
  }

  subscribe(listener: () => void): () => void {
    return this.#deps.cachedFiles.subscribe(listener)
  }

  async open(owner: FileOwner): Promise<File | null> {
    const found = await this.#deps.cachedFiles.read(owner)
    return found && fileOf(owner, { bytes: found.bytes, headers: found.head.headers })
  }

  async pin(owner: FileOwner, pinned: boolean): Promise<void> {
    const { cachedFiles } = this.#deps
    if (!pinned || cachedFiles.of(owner)?.sha256) return cachedFiles.pin(owner, pinned)
    await cachedFiles.put(owner, await this.#fetch(owner), true)
  }

  downloadMissing(isOnline: boolean): void {
    if (!isOnline) return this.#requested.clear()
    for (const file of this.all) {
      const requestKey = `${fileKeyOf(file)}/${this.#deps.newestOf(file)?.sha256}`
      if (file.sha256 !== null || this.#requested.has(requestKey)) continue
      this.#requested.add(requestKey)
      this.#downloadAgain(file).catch((problem: unknown) => {
        if (OnlineError.of(problem).status === null)
          this.#deps.timers.setTimeout(() => this.#requested.delete(requestKey), retryMs)
        this.#deps.report(problem)
      })
    }
  }

  #downloadAgain(file: CachedFile): Promise<unknown> {
    const { cachedFiles, locks, database } = this.#deps
    return locks.request(`${database}-kept-fetch`, {}, async () => {
      await cachedFiles.catchUp()
      if (cachedFiles.of(file)?.sha256 === null) await cachedFiles.put(file, await this.#fetch(file), true)
    })
  }

  async #fetch(owner: FileOwner): Promise<DownloadedFile> {
    const key = fileKeyOf(owner)
    const download =
      this.#downloads.get(key) ?? new PartialDownload(this.#deps.fetch, filePathOf(owner.id, owner.entity))
    this.#downloads.set(key, download)
    const response = await download.complete().catch(() => null)
    if (!response) throw new OnlineError('No response', { status: null })
    this.#downloads.delete(key)
    if (response.status !== 200)
      throw new OnlineError('No file', { status: response.status, code: codeOf(await response.text()) ?? undefined })
    const found = await downloadedFileIn(response)
    if (!found) throw new OnlineError('No response', { status: null })
    return found
  }
}
