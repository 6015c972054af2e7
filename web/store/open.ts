import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Act } from '#schema/verbs.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import { FailedRequests, newestOf } from './wire/failed-requests.ts'
import type { Command, CommandFields, CommitResult, Counted } from './base/command.ts'
import { ChangeWriter } from './commands.ts'
import type {
  Choice,
  DraftFields,
  Drafts,
  OutboxEntry,
  Preview,
  RefusedChange,
  ConfirmedPreview,
  Store,
  SyncStatus,
  Table,
  Unsubscribe,
  View,
  ViewOptions,
} from './base/contract.ts'
import type { Files, Shared } from './base/files.ts'
import type { AdoptResult, ReadBytes, UnsentWork, WriteBytes } from './base/unsent-work.ts'
import { performAct, previewAct } from './core/acts.ts'
import { type LocalData, openLocalData } from './core/local-data.ts'
import { Tabs } from './core/tabs.ts'
import { PersonWrites } from './person-writes.ts'
import { channelNameOf, databaseNameOf } from './disk/database-name.ts'
import type { StoreDeps } from './base/deps.ts'
import { WindowDrafts } from './disk/drafts.ts'
import { Inbox } from './inbox.ts'
import { isOnline, type OnlineRecords } from './tables/online-records.ts'
import { openOnline } from './core/open-online.ts'
import { openPinnedFiles } from './core/open-pinned-files.ts'
import { outboxList } from './core/outbox-list.ts'
import type { PinnedFiles } from './files/pinned-files.ts'
import { RefusedChanges } from './refused-changes.ts'
import { StatusPublisher } from './status-publisher.ts'
import { SyncLoop } from './sync/sync-loop.ts'
import { adoptWork, unsentWork } from './unsent-work.ts'
import { TableView } from './tables/view.ts'

class OpenStore implements Store {
  readonly online: OnlineRecords
  readonly offlineFiles: PinnedFiles
  readonly #deps: StoreDeps
  readonly #data: LocalData
  readonly #inbox: Inbox
  readonly #sync: SyncLoop
  readonly #drafts: WindowDrafts
  readonly #status: StatusPublisher
  readonly #refused: RefusedChanges
  readonly #failed: FailedRequests
  readonly #writes: PersonWrites
  #closing: Promise<void> | undefined

  static async open(deps: StoreDeps): Promise<Store> {
    const tabs = new Tabs(deps.openChannel?.(channelNameOf(databaseNameOf(deps.identity, deps.databasePrefix))))
    const refused = new RefusedChanges(deps.now)
    let store: OpenStore | undefined
    try {
      const data = await openLocalData(deps, tabs, {
        changed: () => store?.refreshStatus(),
        refused: (refusal) => refused.publish(refusal),
        filesChanged: () => store?.sendFiles(),
      })
      store = new OpenStore(deps, data, tabs, refused)
      return store
    } catch (error) {
      tabs.close()
      throw error
    }
  }

  private constructor(deps: StoreDeps, data: LocalData, tabs: Tabs, refused: RefusedChanges) {
    this.#deps = deps
    this.#data = data
    const { database, tab } = data
    const writer = new ChangeWriter({ ...deps, ...data })
    this.#inbox = new Inbox({ ...data, writer, newId: deps.newId })
    // Sync finds out whether the session is over and updates the status.
    this.#failed = new FailedRequests(deps.now, () => this.refreshStatus())
    const { watched, fetch, online } = openOnline(deps, this.#failed, {
      onUnauthorized: () => this.syncNow(),
      onWritten: () => this.#writes.undo.addFinal(),
    })
    this.online = online
    this.offlineFiles = openPinnedFiles(deps, data, fetch)
    this.#drafts = new WindowDrafts(database.device, deps.locks, database.name, tab)
    this.#status = new StatusPublisher(data)
    this.#refused = refused
    this.#sync = new SyncLoop({
      ...deps,
      ...data,
      fetch: watched,
      failed: this.#failed,
      tabs,
      writer,
      changed: () => this.refreshStatus(),
      onWipe: () => void this.#hideRows(),
    })
    this.#writes = new PersonWrites({
      ...deps,
      ...data,
      writer,
      status: this.#status,
      sync: this.#sync,
      written: () => this.refreshStatus(),
    })
  }

  get identity() {
    return this.#deps.identity
  }

  get files(): Files {
    return this.#data.files
  }

  get shared(): Shared {
    return this.#data.shared
  }

  get undo() {
    return this.#writes.undo
  }

  get status(): SyncStatus {
    return this.#status.current
  }

  table<Name extends EntityName>(name: Name): Table<Row<Name>> {
    return this.#tablesOf(name).of(name) as unknown as Table<Row<Name>>
  }

  view<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): View<Row<Name>> {
    return new TableView(this.#tablesOf(name), name, options as ViewOptions<AnyRow>) as View as View<Row<Name>>
  }

  commit(commands: readonly Command[], file?: File): Promise<CommitResult> {
    return this.#writes.commit(commands, file)
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

  preview(act: Act): Preview | null {
    return previewAct(this.#data.rows.tables, act, this.newId())
  }

  act(act: Act, preview?: ConfirmedPreview | null): Promise<CommitResult> {
    return performAct(this, act, preview)
  }

  newId(): string {
    return this.#deps.newId()
  }

  prepare(names: readonly EntityName[]): void {
    this.#data.rows.tables.prepare(names)
  }

  settle(changeId: string, choices: readonly Choice[]): Promise<CommitResult> {
    return this.#writes.decide(this.#inbox.settle(changeId, choices))
  }

  restoreAndApply(changeId: string): Promise<CommitResult> {
    return this.#writes.decide(this.#inbox.restoreAndApply(changeId))
  }

  recreate(changeId: string): Promise<CommitResult> {
    return this.#writes.decide(this.#inbox.recreate(changeId))
  }

  retry(changeId: string): Promise<CommitResult> {
    return this.#writes.decide(this.#inbox.retry(changeId))
  }

  /** Later changes may have waited behind the discarded one. */
  async discard(changeId: string): Promise<void> {
    await this.#inbox.discard(changeId)
    this.#writes.undo.addFinal()
    this.#sync.sendChanges()
  }

  async acknowledgeResent(): Promise<void> {
    await this.#data.outbox.acknowledgeResent()
    this.refreshStatus()
  }

  acknowledgeLost(): void {
    this.#data.lostWork.acknowledge()
    this.refreshStatus()
  }

  outbox(): readonly OutboxEntry[] {
    return outboxList(this.#data.outbox, this.#data.rows)
  }

  unsentWork(write: WriteBytes): Promise<UnsentWork> {
    return unsentWork(this.#unsentWorkDeps, write)
  }

  async adoptWork(work: string, read: ReadBytes): Promise<AdoptResult> {
    const result = await this.#writes.trackFullDisk(() => adoptWork(this.#unsentWorkDeps, work, read))
    if (result.kind === 'taken') this.#writes.sendChanges()
    return result
  }

  get #unsentWorkDeps() {
    return { ...this.#data, identity: this.identity }
  }

  subscribeStatus(listener: () => void): Unsubscribe {
    return this.#status.subscribe(listener)
  }

  onRefused(listener: (refused: RefusedChange) => void): Unsubscribe {
    return this.#refused.subscribe(listener)
  }

  syncNow(): void {
    this.#sync.syncNow()
  }

  saveDrafts(drafts: Drafts): Promise<void> {
    return this.isClosed ? Promise.resolve() : this.#drafts.save(drafts)
  }

  adoptDraft(key: string): Promise<DraftFields | null> {
    return this.#drafts.adopt(key)
  }

  networkChanged(): void {
    this.#sync.networkChanged()
  }

  resume(): void {
    this.#sync.resume()
  }

  get isClosed(): boolean {
    return this.#closing !== undefined
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  sendFiles(): void {
    this.#sync.sendFiles()
  }

  refreshStatus(): void {
    if (this.#closing) return
    const { status } = this.#sync
    this.#status.refresh({ ...status, failed: newestOf([...this.#failed.latest, ...(status.failed ?? [])]) })
    this.offlineFiles.downloadMissing(status.connection === 'online')
  }

  /** The data is about to be deleted, so it leaves the screen first. */
  async #hideRows(): Promise<void> {
    if (this.#closing) return
    this.#sync.stop()
    // First, because the page may still want to save drafts.
    this.#deps.onOtherPerson?.()
    this.#data.rows.showNothing()
    this.online.forget()
    await this.#drafts.saved()
    await this.close()
    this.#status.signOut()
  }

  #tablesOf(name: EntityName) {
    return isOnline(name) ? this.online.tables : this.#data.rows.tables
  }

  async #close(): Promise<void> {
    this.#sync.stop()
    await this.#data.close()
    this.#drafts.release()
    this.#sync.release()
  }
}

/** Resolves when everything on the disk can be read. */
export const openStore = (deps: StoreDeps): Promise<Store> => OpenStore.open(deps)
