// What a device knows without a network: the database, the feed's rows, and the outbox's overlay over them. Pages,
// other tabs and the service worker all open the same data.
import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import { Aging } from '#web/store/feed/aging.ts'
import { type Database, openDatabase, type TextDocument } from '#web/store/disk/database.ts'
import { plain } from '#web/store/base/codec.ts'
import {
  databaseNameOf,
  filesDatabaseName,
  cachedFilesDatabaseName,
  sharedDatabaseName,
} from '#web/store/disk/database-name.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { DeviceNotes } from '#web/store/disk/device-notes.ts'
import { EpochBackoff } from '#web/store/outbox/epoch-backoff.ts'
import { FileDisk } from '#web/store/files/file-disk.ts'
import { Feed } from '#web/store/feed/feed.ts'
import { FeedPages } from '#web/store/feed/feed-pages.ts'
import { HiddenSets } from '#web/store/feed/hidden-sets.ts'
import type { FeedSet } from '#web/store/feed/feed-set.ts'
import { CachedFiles, mostCachedBytes, type NewestOf } from '#web/store/files/cached-files.ts'
import { lostBetween } from '#web/store/files/lost-files.ts'
import { LostWork } from '#web/store/outbox/lost-work.ts'
import { layOverlay } from '#web/store/outbox/lay-overlay.ts'
import { Outbox } from '#web/store/outbox/outbox.ts'
import { type Entry, type ReadState, stateOf } from '#web/store/outbox/outbox-entry.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { schedulerOf } from '#web/store/base/time-slicing.ts'
import { SharedFiles } from '#web/store/files/shared-files.ts'
import { Tables } from '#web/store/tables/tables.ts'
import { createWithdrawUpload } from '#web/store/files/withdraw-upload.ts'
import { type FilesMessage, PendingUploads } from '#web/store/files/pending-uploads.ts'

export interface CoreListener {
  changed(): void
  wrote(documents: readonly TextDocument[]): void
  refused(entry: Entry, verdict: Verdict): void
  filesChanged(message: FilesMessage): void
  cachedFilesChanged(): void
}

/** Leaves time for the first screen's lists: 50,000 rows take a sixth of it, and over half on a slow tablet. */
const listsFirstMs = 1_000

export class Core {
  readonly deps: StoreDeps
  /** Identifies this context among those of the device. */
  readonly tab: string
  readonly tables: Tables
  readonly database: Database
  readonly feed: Feed
  readonly outbox: Outbox
  readonly files: PendingUploads
  readonly shared: SharedFiles
  readonly cachedFiles: CachedFiles
  readonly #fileDisk: FileDisk
  readonly #cachedFilesDisk: FileDisk
  readonly #sharedDisk: FileDisk
  readonly notes: DeviceNotes
  readonly epochBackoff = new EpochBackoff()
  readonly lostWork: LostWork
  readonly #listener: CoreListener
  #opening: unknown
  #refused: { readonly entry: Entry; readonly verdict: Verdict }[] = []
  #laid: ReadState | undefined
  #laidEntries = 0
  #lastLaid: Entry | undefined

  private constructor(deps: StoreDeps, database: Database, tab: string, listener: CoreListener) {
    this.deps = deps
    this.tab = tab
    this.tables = new Tables(schedulerOf(deps))
    this.database = database
    this.#listener = listener
    this.lostWork = new LostWork(deps.localStorage, database.name)
    this.notes = new DeviceNotes(database.device, deps.newId, deps.now)
    this.outbox = new Outbox(database.outbox, tab, deps.now, {
      wrote: (documents) => listener.wrote(documents),
      refused: (entry, verdict) => this.#refused.push({ entry, verdict }),
    })
    this.#fileDisk = new FileDisk(filesDatabaseName(database.name), deps.idb, deps.codec ?? plain)
    this.files = new PendingUploads({
      disk: this.#fileDisk,
      database: database.name,
      locks: deps.locks,
      now: deps.now,
      newId: deps.newId,
      freeBytes: deps.freeBytes,
      withdrawUpload: createWithdrawUpload(createPersonFetch(deps.identity.id, deps.fetch, deps.signedIn)),
      changed: () => listener.changed(),
      notify: (message) => listener.filesChanged(message),
    })
    this.#sharedDisk = new FileDisk(sharedDatabaseName(database.name), deps.idb, deps.codec ?? plain)
    this.shared = new SharedFiles(this.#sharedDisk)
    this.#cachedFilesDisk = new FileDisk(cachedFilesDatabaseName(database.name), deps.idb, deps.codec ?? plain)
    this.cachedFiles = new CachedFiles({
      disk: this.#cachedFilesDisk,
      database: database.name,
      locks: deps.locks,
      now: deps.now,
      maxBytes: mostCachedBytes,
      freeBytes: deps.freeBytes,
      notify: () => listener.cachedFilesChanged(),
    })
    this.feed = new Feed(
      new FeedPages(database.feed),
      new HiddenSets(deps.localStorage, database.name),
      new Aging(deps.now),
      {
        rows: (take) =>
          this.tables.batch(() => {
            this.tables.liftOverlay()
            take(this.tables)
            this.#lay(this.outbox.entries)
          }),
        shown: () => this.#show(),
        replaced: (before, now) => this.#inBackground(this.cachedFiles.lose(lostBetween(before, now))),
        moved: () => this.#moved(),
      },
    )
  }

  static async open(deps: StoreDeps, listener: CoreListener): Promise<Core> {
    const tab = deps.newId()
    const database = openDatabase(databaseNameOf(deps.identity, deps.databasePrefix), deps.idb, tab, deps.codec)
    const core = new Core(deps, database, tab, listener)
    try {
      await Promise.all([
        core.notes.open(),
        core.outbox.catchUp(),
        core.feed.open(),
        core.files.catchUp(),
        core.cachedFiles.catchUp(),
      ])
    } catch (error) {
      await core.#closeDisks()
      throw error
    }
    if (core.notes.isFirst) core.lostWork.begin()
    else core.lostWork.compare((order) => core.outbox.has(order), core.outbox.countUnsent() + core.files.all.length)
    core.#refused = []
    core.#show()
    core.#openForWrites()
    return core
  }

  /** The set to which the next page belongs; undefined while this device has no data of the current epoch. */
  get target(): FeedSet | undefined {
    const { target } = this.feed
    return target?.epochNumber === this.outbox.epochNumber ? target : undefined
  }

  /** The highest checkpoint of the current epoch that this device has received. */
  get knownCheckpoint(): Checkpoint | undefined {
    return this.checkpoints.reduce<Checkpoint | undefined>((a, b) => (a && a.number >= b.number ? a : b), undefined)
  }

  /**
   * The highest checkpoints from heads and from verdicts. Responses may arrive late and out of order, so one of the two
   * may come from an ended epoch; the server therefore gets both.
   */
  get checkpoints(): readonly Checkpoint[] {
    const { epochNumber: history } = this.outbox
    const sets = [this.feed.active, this.feed.target].filter((set) => set?.epochNumber === history)
    const points = [
      ...sets.flatMap((set) => [set?.checkpoint, set?.receivedCheckpoint]),
      this.outbox.epochs.highestCheckpoint,
      this.notes.checkpointOf(history),
    ].filter((point) => point !== undefined)
    const all = new Map(points.map((point) => [`${point.number}:${point.mark}`, point]))
    return [...all.values()].sort((a, b) => a.number - b.number)
  }

  /**
   * Begins a set beside the shown one or in its place. The checkpoint that proves the epoch outlives the old pages.
   */
  beginSet(epoch: string, scope: string, hide = false): Promise<void> {
    if (hide) this.feed.hide(epoch, scope)
    const { epochNumber: history } = this.outbox
    const begin = () => this.feed.begin(epoch, scope, history, hide)
    if (!this.knownCheckpoint) return begin()
    const kept = this.notes.saveCheckpoint(this.knownCheckpoint, history).catch((error: unknown) => {
      // FOLD8: hide rows at once, even when nothing can be written.
      if (hide) this.showNothing()
      throw error
    })
    return kept.then(begin)
  }

  /** The server has a new epoch: changes that it may have lost will be sent again. */
  async beginEpoch(streak: number): Promise<void> {
    await this.outbox.beginEpoch(this.deps.newId, streak)
    this.relay()
  }

  get reached(): ReadState {
    const { active } = this.feed
    return {
      epochNumber: active?.epochNumber ?? null,
      nextEpochNumber: this.outbox.epochNumber,
      settled: active?.settled ?? 0,
      durable: active?.durable ?? 0,
    }
  }

  stateOf(entry: Entry) {
    return stateOf(entry, this.reached)
  }

  stateChanged(): void {
    this.#listener.changed()
  }

  /** The newest file version of a record; undefined while the person's rows are incomplete. */
  get newestOf(): NewestOf | undefined {
    if (!this.feed.active?.complete) return undefined
    return ({ entity, id }) => this.tables.of(entity).get(id) as ReturnType<NewestOf>
  }

  /** Applies new outbox entries on top of the current overlay. */
  added(): void {
    const { entries } = this.outbox
    if (entries[this.#laidEntries - 1] !== this.#lastLaid) return this.relay()
    const fresh = entries.slice(this.#laidEntries)
    if (fresh.length === 0) return
    this.tables.batch(() => this.#lay(fresh))
    this.#changed()
  }

  /** Applies the whole overlay again, then reports refused changes once their overlay is gone. */
  relay(): void {
    this.tables.batch(() => {
      this.tables.liftOverlay()
      this.#lay(this.outbox.entries)
    })
    this.#laid = this.reached
    this.#changed()
    for (const { entry, verdict } of this.#refused.splice(0)) this.#listener.refused(entry, verdict)
  }

  showNothing(): void {
    this.tables.batch(() => {
      this.tables.liftOverlay()
      this.tables.show(undefined)
    })
  }

  /** Opening for writes can wait for the first screen's lists; an earlier write opens the database itself. */
  #openForWrites(): void {
    const open = () => void this.database.open().catch((error: unknown) => this.deps.report?.(error))
    this.#opening = this.deps.timers.setTimeout(open, listsFirstMs)
  }

  async close(): Promise<void> {
    this.deps.timers.clearTimeout(this.#opening)
    await this.outbox.idle()
    await this.#closeDisks()
  }

  async #closeDisks(): Promise<void> {
    const disks = [this.#fileDisk, this.#sharedDisk, this.#cachedFilesDisk]
    await Promise.all([this.database.close(), ...disks.map((disk) => disk.close())])
  }

  #changed(): void {
    this.#inBackground(this.cachedFiles.follow(this.newestOf))
    this.#listener.changed()
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.deps.report?.(error))
  }

  #lay(entries: readonly Entry[]): void {
    layOverlay(this.tables, entries, this.reached, this.deps.identity)
    this.#laidEntries = this.outbox.entries.length
    this.#lastLaid = this.outbox.entries.at(-1)
  }

  #show(): void {
    this.tables.batch(() => {
      this.tables.liftOverlay()
      this.tables.show(this.feed.active)
      this.#lay(this.outbox.entries)
    })
    this.#laid = this.reached
    this.#changed()
  }

  /** Changes whose number a pull has passed are now among the server's rows. */
  #moved(): void {
    const before = this.#laid
    const now = this.reached
    const settles = this.outbox.entries.some(({ verdict }) => {
      const number = verdict?.number ?? null
      return number !== null && number > (before?.settled ?? 0) && number <= now.settled
    })
    if (settles || before?.epochNumber !== now.epochNumber || before.nextEpochNumber !== now.nextEpochNumber)
      this.relay()
    else this.#changed()
    this.#laid = now
  }
}
