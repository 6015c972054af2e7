import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { createAskOnline, createSendOnline } from './wire/ask-online.ts'
import type { Command, CommandFields, CommitResult, Counted } from './base/command.ts'
import { commitOne } from './commands.ts'
import type {
  Choice,
  DraftFields,
  Drafts,
  Files,
  OutboxEntry,
  ReadBytes,
  RefusedChange,
  Shared,
  Store,
  SyncStatus,
  Table,
  WriteBytes,
  AdoptResult,
  UnsentWork,
  Unsubscribe,
  View,
  ViewOptions,
} from './base/contract.ts'
import { Core } from './core/core.ts'
import type { TextDocument } from './disk/database.ts'
import type { StoreDeps } from './base/deps.ts'
import { WindowDrafts } from './disk/drafts.ts'
import { isFull } from './base/full-disk.ts'
import { Inbox } from './inbox.ts'
import { isOnline, OnlineRecords } from './tables/online-records.ts'
import { outboxList } from './core/outbox-list.ts'
import { createPersonFetch } from './wire/person-fetch.ts'
import { PinnedFiles } from './files/pinned-files.ts'
import { namesIn } from './outbox/referenced-records.ts'
import { SyncLoop } from './sync/sync-loop.ts'
import { isSameStatus, statusOf } from './sync/status.ts'
import type { SharedStatus } from './sync/tabs.ts'
import { adoptWork, unsentWork } from './unsent-work.ts'
import { unsentIn } from './base/unsent.ts'
import { TableView } from './tables/view.ts'
import type { FilesMessage } from './files/pending-uploads.ts'

const freshMs = 60_000

class OpenStore implements Store {
  readonly online: OnlineRecords
  readonly offlineFiles: PinnedFiles
  readonly #core: Core
  readonly #sync: SyncLoop | undefined
  readonly #inbox: Inbox
  readonly #drafts: WindowDrafts
  readonly #statusListeners = new Set<() => void>()
  readonly #refusedListeners = new Set<(refused: RefusedChange) => void>()
  #status: SyncStatus
  #closing: Promise<void> | undefined
  #draftsSaved: Promise<unknown> = Promise.resolve()
  /** Whether the last commit of this tab found no room. */
  #isFull = false

  static async open(deps: StoreDeps): Promise<Store> {
    let store: OpenStore | undefined
    const core = await Core.open(deps, {
      changed: () => store?.refreshStatus(),
      wrote: (documents) => store?.publishToTabs(documents),
      refused: ({ change, committedAt, records }, verdict) => {
        if (committedAt !== null && deps.now() - committedAt <= freshMs)
          store?.notifyRefused({ changeId: change.id, verdict, ops: change.ops, names: namesIn(records) })
      },
      filesChanged: (message) => store?.filesChanged(message),
      cachedFilesChanged: () => store?.cachedFilesChanged(),
    })
    store = new OpenStore(core)
    return store
  }

  private constructor(core: Core) {
    this.#core = core
    this.#inbox = new Inbox(core)
    const { database, deps, tab } = core
    // Sync finds out whether the session is over and updates the status.
    const asking = {
      fetch: createPersonFetch(deps.identity.id, deps.fetch, deps.signedIn),
      newId: deps.newId,
      onUnauthorized: () => this.syncNow(),
    }
    this.online = new OnlineRecords(createAskOnline(asking), createSendOnline(asking))
    this.offlineFiles = new PinnedFiles({
      cachedFiles: core.cachedFiles,
      timers: deps.timers,
      fetch: asking.fetch,
      locks: deps.locks,
      database: database.name,
      newestOf: (owner) => core.newestOf?.(owner),
      report: (problem) => deps.report?.(problem),
    })
    this.#drafts = new WindowDrafts(database.device, deps.locks, database.name, tab)
    this.#status = statusOf(core, this.#alone)
    if (!core.deps.headless)
      this.#sync = new SyncLoop(core, { changed: () => this.refreshStatus(), wiped: () => void this.#letGo() })
  }

  get identity() {
    return this.#core.deps.identity
  }

  get files(): Files {
    return this.#core.files
  }

  get shared(): Shared {
    return this.#core.shared
  }

  get status(): SyncStatus {
    return this.#status
  }

  table<Name extends EntityName>(name: Name): Table<Row<Name>> {
    return this.#tablesOf(name).of(name) as unknown as Table<Row<Name>>
  }

  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>> {
    const view: View = new TableView(this.#tablesOf(name), name, options as unknown as ViewOptions<AnyRow>)
    return view as unknown as View<Row<Name>>
  }

  commit(commands: readonly Command[], file?: File): Promise<CommitResult> {
    return this.#recordRoom(() => commitOne(this.#core, commands, file))
  }

  create<Name extends EntityName>(entity: Name, fields: CommandFields<Name>): Promise<CommitResult> {
    if (isOnline(entity)) return this.online.create(entity, fields)
    return this.commit([{ op: 'create', entity, fields } as Command])
  }

  update<Name extends EntityName>(entity: Name, seen: Row<Name>, fields: CommandFields<Name>): Promise<CommitResult> {
    if (isOnline(entity)) return this.online.update(entity, seen, fields)
    return this.commit([{ op: 'update', entity, seen, fields } as Command])
  }

  remove<Name extends EntityName>(entity: Name, seen: Row<Name>, counted?: Counted): Promise<CommitResult> {
    if (isOnline(entity)) return this.online.remove(entity, seen)
    return this.commit([{ op: 'delete', entity, seen, ...(counted ? { counted } : {}) } as Command])
  }

  newId(): string {
    return this.#core.deps.newId()
  }

  prepare(names: readonly EntityName[]): void {
    this.#core.tables.prepare(names)
  }

  settle(changeId: string, choices: readonly Choice[]) {
    return this.#inbox.settle(changeId, choices)
  }

  restoreAndApply(changeId: string) {
    return this.#inbox.restoreAndApply(changeId)
  }

  recreate(changeId: string) {
    return this.#inbox.recreate(changeId)
  }

  retry(changeId: string) {
    return this.#inbox.retry(changeId)
  }

  discard(changeId: string) {
    return this.#inbox.discard(changeId)
  }

  async acknowledgeResent(): Promise<void> {
    await this.#core.outbox.acknowledgeResent()
    this.refreshStatus()
  }

  acknowledgeLost(): void {
    this.#core.lostWork.see()
    this.refreshStatus()
  }

  outbox(): readonly OutboxEntry[] {
    return outboxList(this.#core)
  }

  unsentWork(take: WriteBytes): Promise<UnsentWork> {
    return unsentWork(this.#core, take)
  }

  adoptWork(work: string, read: ReadBytes): Promise<AdoptResult> {
    return this.#recordRoom(() => adoptWork(this.#core, work, read))
  }

  subscribeStatus(listener: () => void): Unsubscribe {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }

  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe {
    this.#refusedListeners.add(listener)
    return () => this.#refusedListeners.delete(listener)
  }

  syncNow(): void {
    this.#sync?.syncNow()
  }

  saveDrafts(drafts: Drafts): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    const saved = this.#drafts.save(drafts)
    this.#draftsSaved = saved.catch(() => {})
    return saved
  }

  adoptDraft(place: string): Promise<DraftFields | null> {
    return this.#drafts.adopt(place)
  }

  networkChanged(): void {
    this.#sync?.networkChanged()
  }

  resume(): void {
    this.#sync?.resume()
  }

  get isClosed(): boolean {
    return this.#closing !== undefined
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  publishToTabs(documents: readonly TextDocument[]): void {
    this.#sync?.committed(documents)
  }

  filesChanged(message: FilesMessage): void {
    this.#sync?.filesChanged(message)
  }

  cachedFilesChanged(): void {
    this.#sync?.cachedFilesChanged()
    this.refreshStatus()
  }

  notifyRefused(refused: RefusedChange): void {
    for (const listener of this.#refusedListeners) listener(refused)
  }

  /** Whether the last write found room is part of the status. */
  async #recordRoom<T>(write: () => Promise<T>): Promise<T> {
    let failure: unknown
    try {
      return await write()
    } catch (error) {
      failure = error
      throw error
    } finally {
      this.#isFull = isFull(failure)
      this.refreshStatus()
    }
  }

  refreshStatus(): void {
    if (this.#closing) return
    const shared = this.#sync?.status ?? this.#alone
    this.#publishStatus(statusOf(this.#core, { ...shared, full: shared.full || this.#isFull }))
    this.offlineFiles.refill(shared.connection === 'online')
  }

  get #alone(): SharedStatus {
    const { lastSync } = this.#core.notes
    return {
      connection: 'starting',
      syncing: false,
      lastSync,
      full: false,
      recovering: false,
      throttled: false,
      unsteady: false,
      withdrawn: false,
    }
  }

  /** The person's data is about to be deleted, so it leaves the screen first. */
  async #letGo(): Promise<void> {
    if (this.#closing) return
    this.#sync?.stop()
    // First, because the page may still want to save drafts.
    this.#core.deps.onOtherPerson?.()
    this.#core.showNothing()
    this.online.forget()
    await this.#draftsSaved
    await this.close()
    this.#publishStatus({
      ...this.#status,
      connection: 'signed-out',
      hasAllRows: false,
      progress: null,
      syncing: false,
    })
  }

  #tablesOf(name: EntityName) {
    return isOnline(name) ? this.online.tables : this.#core.tables
  }

  #publishStatus(status: SyncStatus): void {
    this.#core.lostWork.note(unsentIn(status), this.#core.outbox.newestUnsent)
    if (isSameStatus(status, this.#status)) return
    this.#status = status
    for (const listener of this.#statusListeners) listener()
  }

  async #close(): Promise<void> {
    this.#sync?.stop()
    await this.#core.close()
    this.#drafts.release()
    this.#sync?.release()
  }
}

/**
 * Opens the person's database on this device and begins to sync. Resolves when everything on the disk can be read.
 */
export const openStore = (deps: StoreDeps): Promise<Store> => OpenStore.open(deps)
