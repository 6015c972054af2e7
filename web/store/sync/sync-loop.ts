// One tab's part in syncing: it either leads, or follows the messages of the leading tab.
import { channelNameOf, lockNameOf } from '#web/store/disk/database-name.ts'
import type { TextDocument } from '#web/store/disk/database.ts'
import type { Core } from '#web/store/core/core.ts'
import { Leader } from './leader.ts'
import { OutboxReader } from '#web/store/outbox/outbox-reader.ts'
import { ConnectionState } from '#web/store/wire/connection-state.ts'
import { SyncLock } from './sync-lock.ts'
import { type SharedStatus, type TabMessage, Tabs } from './tabs.ts'
import type { FilesMessage } from '#web/store/files/pending-uploads.ts'

const aliveMs = 3_000
const pollMs = 60_000

export interface SyncListener {
  changed(): void
  wiped(): void
}

export class SyncLoop {
  readonly #core: Core
  readonly #listener: SyncListener
  readonly #connection: ConnectionState
  readonly #tabs: Tabs
  readonly #lock: SyncLock
  readonly #leader: Leader
  readonly #outbox: OutboxReader
  readonly #stopping = new AbortController()
  /** The last status of a leader in another tab. */
  #leaderStatus: SharedStatus | undefined
  #alive: unknown
  #poll: unknown
  #reading: Promise<unknown> = Promise.resolve()
  #nextReading: Promise<void> | undefined

  constructor(core: Core, listener: SyncListener) {
    const { deps, database, notes } = core
    this.#core = core
    this.#listener = listener
    this.#connection = new ConnectionState(notes.lastSync, deps.now, () => this.#publishStatus())
    this.#tabs = new Tabs(deps.openChannel?.(channelNameOf(database.name)), (message) => this.#receive(message))
    this.#lock = new SyncLock(deps.locks, lockNameOf(database.name), (hasLock) =>
      hasLock ? this.#begin() : this.#leader.end(),
    )
    this.#outbox = new OutboxReader(() => this.#readOutbox())
    const hasLock = () => this.#lock.hasLock && !this.#stopping.signal.aborted
    this.#leader = new Leader({
      core,
      connection: this.#connection,
      hasLock,
      maySync: () => hasLock() && this.#connection.paused === null,
      stopping: this.#stopping.signal,
      caughtUp: () => this.#outbox.caughtUp(),
      stored: () => this.#tabs.send({ kind: 'feed' }),
      changed: () => this.#publishStatus(),
    })
    this.#tabs.send({ kind: 'hello' })
    this.#pollLater()
    this.#lock.wait()
  }

  get status(): SharedStatus {
    if (this.#leaderStatus && !this.#lock.hasLock) return this.#leaderStatus
    const { kind: connection, lastSync, full, recovering, throttled, unsteady } = this.#connection
    const withdrawn = this.#connection.paused === 'revoked'
    const { running: syncing, retryAt, parked } = this.#leader
    return { connection, lastSync, full, recovering, throttled, unsteady, withdrawn, syncing, retryAt, parked }
  }

  /** This tab has made records durable: publishes them to other tabs, and the leader sends them. */
  committed(documents: readonly TextDocument[]): void {
    this.#tabs.send({ kind: 'outbox', documents })
    if (this.#lock.hasLock) this.#leader.send()
  }

  /** This tab has added, sent or withdrawn a file. */
  filesChanged(message: FilesMessage): void {
    this.#tabs.send(message)
    if (this.#lock.hasLock && message.kind === 'files') this.#leader.sendFiles()
  }

  /** This tab has changed the cached files. */
  cachedFilesChanged(): void {
    this.#tabs.send({ kind: 'kept' })
  }

  syncNow(): void {
    this.#outbox.suspect()
    if (this.#lock.hasLock) return this.#leader.syncAll()
    this.#inBackground(this.#catchUp())
    this.#askLeader(false)
  }

  networkChanged(): void {
    if (this.#lock.hasLock && this.#connection.paused === null) this.#leader.networkChanged()
    else this.syncNow()
  }

  resume(): void {
    this.#connection.resume()
    if (this.#lock.hasLock) this.#leader.resume()
    else this.#askLeader(true)
  }

  /** Stops everything; the lock is held until `release`. */
  stop(): void {
    this.#stopping.abort()
    this.#leader.close()
    this.#core.deps.timers.clearTimeout(this.#alive)
    this.#core.deps.timers.clearTimeout(this.#poll)
    this.#tabs.close()
  }

  /** Lets another context sync; call after the database is closed. */
  release(): void {
    this.#lock.close()
  }

  #begin(): void {
    this.#core.deps.timers.clearTimeout(this.#alive)
    const read = this.#catchUp().then(() => this.#core.notes.open())
    this.#inBackground(this.#core.files.removeUncommitted((change) => this.#knows(change)))
    this.#inBackground(read.then(() => this.#lock.hasLock && !this.#stopping.signal.aborted && this.#leader.begin()))
  }

  #publishStatus(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#connection.paused !== null) this.#leader.pause()
    if (this.#lock.hasLock) this.#tabs.send({ kind: 'status', status: this.status })
    this.#listener.changed()
  }

  /** A leader that does not respond is frozen, so this tab steals its lock. */
  #askLeader(resume: boolean): void {
    const { timers } = this.#core.deps
    if (this.#tabs.alone) return
    this.#tabs.send({ kind: 'sync', resume })
    timers.clearTimeout(this.#alive)
    this.#alive = timers.setTimeout(() => this.#lock.steal(), aliveMs)
  }

  #receive(message: TabMessage): void {
    if (this.#stopping.signal.aborted) return
    if (message.kind === 'wipe') this.#listener.wiped()
    else if (message.kind === 'outbox') this.#addDocuments(message.documents)
    else if (message.kind === 'files') this.#inBackground(this.#readFiles())
    else if (message.kind === 'kept') this.#inBackground(this.#core.cachedFiles.catchUp())
    else if (message.kind === 'arrived') this.#core.files.setArrived(message.file, message.bytes)
    else if (this.#lock.hasLock) this.#answer(message)
    else if (message.kind === 'feed') this.#inBackground(this.#core.feed.catchUp())
    else if (message.kind === 'alive') this.#core.deps.timers.clearTimeout(this.#alive)
    else if (message.kind === 'status') {
      this.#leaderStatus = message.status
      this.#listener.changed()
      this.#inBackground(this.#catchUp())
    }
  }

  /** Messages between tabs may be lost, so this also reads the disk. */
  #pollLater(): void {
    this.#poll = this.#core.deps.timers.setTimeout(() => {
      this.#core.feed.age()
      this.#inBackground(this.#catchUp())
      this.#pollLater()
    }, pollMs)
  }

  #answer(message: TabMessage): void {
    if (message.kind !== 'hello' && message.kind !== 'sync') return
    this.#tabs.send({ kind: 'alive' })
    this.#tabs.send({ kind: 'status', status: this.status })
    if (message.kind === 'sync' && message.resume) this.resume()
    else if (message.kind === 'sync') this.#leader.syncAll()
  }

  /** This change may build on one whose message was lost; the disk has everything. */
  #addDocuments(documents: readonly TextDocument[]): void {
    this.#core.outbox.add(documents)
    this.#core.relay()
    this.#outbox.suspect()
    if (this.#lock.hasLock) this.#leader.send()
  }

  /** Failures while the loop stops are expected. */
  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#stopping.signal.aborted || this.#core.deps.report?.(error))
  }

  async #readOutbox(): Promise<void> {
    if (!(await this.#core.outbox.catchUp())) return
    this.#core.relay()
    if (this.#lock.hasLock) this.#leader.send()
  }

  /** Callers during one read share the next one. */
  #catchUp(): Promise<void> {
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined
      const reading = this.#read()
      this.#reading = reading.catch(() => undefined)
      return reading
    })
    return this.#nextReading
  }

  async #readFiles(): Promise<void> {
    await this.#core.files.catchUp()
    if (this.#lock.hasLock) this.#leader.sendFiles()
  }

  async #knows(change: string): Promise<boolean> {
    const { outbox } = this.#core
    if (!outbox.find(change)) await outbox.catchUp()
    return outbox.find(change) !== undefined || outbox.unread.mention(change)
  }

  async #read(): Promise<void> {
    this.#outbox.suspect()
    await this.#outbox.caughtUp()
    await this.#core.files.catchUp()
    await this.#core.cachedFiles.catchUp()
    await this.#core.feed.catchUp()
  }
}
