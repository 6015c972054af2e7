// A tab either leads, or follows the messages of the leading tab.
import { lockNameOf } from '#web/store/disk/database-name.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import type { ChangeWriter } from '#web/store/commands.ts'
import type { LocalData } from '#web/store/core/local-data.ts'
import type { SharedStatus, TabMessage, Tabs } from '#web/store/core/tabs.ts'
import type { FailedRequests } from '#web/store/wire/failed-requests.ts'
import { Leader } from './leader.ts'
import { OutboxReader } from '#web/store/outbox/outbox-reader.ts'
import { ConnectionState } from '#web/store/wire/connection-state.ts'
import { SyncLock } from './sync-lock.ts'

const leaderTimeoutMs = 3_000
const pollMs = 60_000

export interface SyncLoopDeps extends StoreDeps, LocalData {
  readonly tabs: Tabs
  readonly writer: ChangeWriter
  readonly failed: Pick<FailedRequests, 'latest'>
  readonly changed: () => void
  readonly onWipe: () => void
}

export class SyncLoop {
  readonly #deps: SyncLoopDeps
  readonly #connection: ConnectionState
  readonly #lock: SyncLock
  readonly #leader: Leader
  readonly #outbox: OutboxReader
  readonly #stopping = new AbortController()
  #leaderStatus: SharedStatus | undefined
  #leaderTimer: unknown
  #pollTimer: unknown
  #currentRead: Promise<unknown> = Promise.resolve()
  #nextRead: Promise<void> | undefined

  constructor(deps: SyncLoopDeps) {
    const { database, notes, tabs } = deps
    this.#deps = deps
    this.#connection = new ConnectionState(notes.lastSync, deps.now, () => this.#publishStatus())
    this.#lock = new SyncLock(deps.locks, lockNameOf(database.name), (hasLock) =>
      hasLock ? this.#begin() : this.#leader.stop(),
    )
    this.#outbox = new OutboxReader(() => this.#readOutbox())
    const hasLock = () => this.#lock.hasLock && !this.#stopping.signal.aborted
    this.#leader = new Leader({
      ...deps,
      connection: this.#connection,
      hasLock,
      maySync: () => hasLock() && this.#connection.paused === null,
      stopping: this.#stopping.signal,
      waitForOtherTabs: () => this.#outbox.waitUntilRead(),
      onPageStored: () => tabs.send({ kind: 'feed' }),
      sendingChanged: deps.changed,
      changed: () => this.#publishStatus(),
    })
    tabs.listen((message) => this.#receive(message))
    tabs.send({ kind: 'hello' })
    this.#schedulePoll()
    this.#lock.wait()
  }

  get status(): SharedStatus {
    if (this.#leaderStatus && !this.#lock.hasLock) return this.#leaderStatus
    const { kind: connection, lastSync, full, recovering, throttled, unsteady, suspended } = this.#connection
    const withdrawn = this.#connection.paused === 'revoked'
    const { running: syncing, retryAt, parked } = this.#leader
    const failed = this.#deps.failed.latest
    return {
      connection,
      lastSync,
      full,
      recovering,
      throttled,
      unsteady,
      suspended,
      withdrawn,
      syncing,
      retryAt,
      parked,
      failed,
    }
  }

  sendChanges(): void {
    if (this.#lock.hasLock) this.#leader.sendChanges()
  }

  sendFiles(): void {
    if (this.#lock.hasLock) this.#leader.sendFiles()
  }

  syncNow(): void {
    this.#outbox.requireRead()
    if (this.#lock.hasLock) return this.#leader.syncAll()
    this.#inBackground(this.#catchUp())
    this.#notifyLeader(false)
  }

  networkChanged(): void {
    if (this.#lock.hasLock && this.#connection.paused === null) this.#leader.networkChanged()
    else this.syncNow()
  }

  resume(): void {
    this.#connection.resume()
    if (this.#lock.hasLock) this.#leader.resume()
    else this.#notifyLeader(true)
  }

  /** The lock is held until `release`. */
  stop(): void {
    this.#stopping.abort()
    this.#leader.close()
    this.#deps.timers.clearTimeout(this.#leaderTimer)
    this.#deps.timers.clearTimeout(this.#pollTimer)
    this.#deps.tabs.close()
  }

  /** Lets another context sync; call after the database is closed. */
  release(): void {
    this.#lock.close()
  }

  #begin(): void {
    this.#deps.timers.clearTimeout(this.#leaderTimer)
    const read = this.#catchUp().then(() => this.#deps.notes.open())
    this.#inBackground(this.#deps.files.removeUncommitted((change) => this.#isKnownChange(change)))
    this.#inBackground(read.then(() => this.#lock.hasLock && !this.#stopping.signal.aborted && this.#leader.start()))
  }

  #publishStatus(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#connection.paused !== null) this.#leader.pause()
    if (this.#lock.hasLock) this.#deps.tabs.send({ kind: 'status', status: this.status })
    this.#deps.changed()
  }

  /** A leader that does not respond is frozen, so this tab steals its lock. */
  #notifyLeader(resume: boolean): void {
    const { timers } = this.#deps
    if (this.#deps.tabs.isOnlyTab) return
    this.#deps.tabs.send({ kind: 'sync', resume })
    timers.clearTimeout(this.#leaderTimer)
    this.#leaderTimer = timers.setTimeout(() => this.#lock.steal(), leaderTimeoutMs)
  }

  #receive(message: TabMessage): void {
    if (this.#stopping.signal.aborted) return
    if (message.kind === 'wipe') this.#deps.onWipe()
    else if (message.kind === 'outbox') this.#addDocuments(message.documents)
    else if (message.kind === 'files') this.#inBackground(this.#readFiles())
    else if (message.kind === 'kept') this.#inBackground(this.#deps.cachedFiles.catchUp())
    else if (message.kind === 'arrived') this.#deps.files.setUploadedBytes(message.file, message.bytes)
    else if (this.#lock.hasLock) this.#respondTo(message)
    else if (message.kind === 'feed') this.#inBackground(this.#deps.feed.catchUp())
    else if (message.kind === 'alive') this.#deps.timers.clearTimeout(this.#leaderTimer)
    else if (message.kind === 'status') {
      this.#leaderStatus = message.status
      this.#deps.changed()
      this.#inBackground(this.#catchUp())
    }
  }

  /** Messages between tabs may be lost, so this also reads the disk. */
  #schedulePoll(): void {
    this.#pollTimer = this.#deps.timers.setTimeout(() => {
      this.#deps.feed.hideAgedRows()
      this.#inBackground(this.#catchUp())
      this.#schedulePoll()
    }, pollMs)
  }

  #respondTo(message: TabMessage): void {
    if (message.kind !== 'hello' && message.kind !== 'sync') return
    this.#deps.tabs.send({ kind: 'alive' })
    this.#deps.tabs.send({ kind: 'status', status: this.status })
    if (message.kind === 'sync' && message.resume) this.resume()
    else if (message.kind === 'sync') this.#leader.syncAll()
  }

  /** This change may build on one whose message was lost; the disk has everything. */
  #addDocuments(documents: readonly TextDocument[]): void {
    this.#deps.outbox.add(documents)
    this.#deps.rows.reapply()
    this.#outbox.requireRead()
    this.sendChanges()
  }

  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#stopping.signal.aborted || this.#deps.report?.(error))
  }

  async #readOutbox(): Promise<void> {
    if (!(await this.#deps.outbox.catchUp())) return
    this.#deps.rows.reapply()
    this.sendChanges()
  }

  #catchUp(): Promise<void> {
    this.#nextRead ??= this.#currentRead.then(() => {
      this.#nextRead = undefined
      const reading = this.#read()
      this.#currentRead = reading.catch(() => undefined)
      return reading
    })
    return this.#nextRead
  }

  async #readFiles(): Promise<void> {
    await this.#deps.files.catchUp()
    this.sendFiles()
  }

  async #isKnownChange(change: string): Promise<boolean> {
    const { outbox } = this.#deps
    if (!outbox.find(change)) await outbox.catchUp()
    return outbox.find(change) !== undefined || outbox.unread.mentions(change)
  }

  async #read(): Promise<void> {
    this.#outbox.requireRead()
    await this.#outbox.waitUntilRead()
    await this.#deps.files.catchUp()
    await this.#deps.cachedFiles.catchUp()
    await this.#deps.feed.catchUp()
  }
}
