// One tab's part in syncing: it holds the lock and does the work, or it is told by the tab that does.
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
  /** What sync achieves has changed. */
  changed(): void
  /** The databases are about to be deleted. */
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
  /** What the leader tells, while it is another tab. */
  #told: SharedStatus | undefined
  #alive: unknown
  #poll: unknown
  #reading: Promise<unknown> = Promise.resolve()
  #nextReading: Promise<void> | undefined

  constructor(core: Core, listener: SyncListener) {
    const { deps, database, notes } = core
    this.#core = core
    this.#listener = listener
    this.#connection = new ConnectionState(notes.lastSync, deps.now, () => this.#tell())
    this.#tabs = new Tabs(deps.openChannel?.(channelNameOf(database.name)), (message) => this.#hear(message))
    this.#lock = new SyncLock(deps.locks, lockNameOf(database.name), (held) =>
      held ? this.#begin() : this.#leader.end(),
    )
    this.#outbox = new OutboxReader(() => this.#readOutbox())
    const leads = () => this.#lock.held && !this.#stopping.signal.aborted
    this.#leader = new Leader({
      core,
      connection: this.#connection,
      leads,
      held: () => leads() && this.#connection.paused === null,
      stopping: this.#stopping.signal,
      caughtUp: () => this.#outbox.caughtUp(),
      stored: () => this.#tabs.tell({ kind: 'feed' }),
      changed: () => this.#tell(),
    })
    this.#tabs.tell({ kind: 'hello' })
    this.#pollLater()
    this.#lock.wait()
  }

  get status(): SharedStatus {
    if (this.#told && !this.#lock.held) return this.#told
    const { kind: connection, lastSync, full, recovering, throttled, unsteady } = this.#connection
    const withdrawn = this.#connection.paused === 'revoked'
    const { running: syncing, retryAt, parked } = this.#leader
    return { connection, lastSync, full, recovering, throttled, unsteady, withdrawn, syncing, retryAt, parked }
  }

  /** This tab has made records durable: tells the other tabs, and the leader sends them. */
  committed(documents: readonly TextDocument[]): void {
    this.#tabs.tell({ kind: 'outbox', documents })
    if (this.#lock.held) this.#leader.send()
  }

  /** This tab has kept, sent or withdrawn a file: tells the other tabs, and the leader sends what waits. */
  filed(message: FilesMessage): void {
    this.#tabs.tell(message)
    if (this.#lock.held && message.kind === 'files') this.#leader.sendFiles()
  }

  /** This tab has changed which files open without a network. */
  kept(): void {
    this.#tabs.tell({ kind: 'kept' })
  }

  /** Called also when somebody turns to this tab: it should show what was done in other tabs. */
  syncNow(): void {
    this.#outbox.suspect()
    if (this.#lock.held) return this.#leader.syncAll()
    this.#behind(this.#catchUp())
    this.#askLeader(false)
  }

  networkChanged(): void {
    if (this.#lock.held && this.#connection.paused === null) this.#leader.networkChanged()
    else this.syncNow()
  }

  resume(): void {
    this.#connection.resume()
    if (this.#lock.held) this.#leader.resume()
    else this.#askLeader(true)
  }

  /** Stops everything; the lock is kept until `release`. */
  stop(): void {
    this.#stopping.abort()
    this.#leader.close()
    this.#core.deps.timers.clearTimeout(this.#alive)
    this.#core.deps.timers.clearTimeout(this.#poll)
    this.#tabs.close()
  }

  /** Lets another context sync; to be called after the database is closed. */
  release(): void {
    this.#lock.close()
  }

  #begin(): void {
    this.#core.deps.timers.clearTimeout(this.#alive)
    const read = this.#catchUp().then(() => this.#core.notes.open())
    this.#behind(this.#core.files.removeUncommitted((change) => this.#knows(change)))
    this.#behind(read.then(() => this.#lock.held && !this.#stopping.signal.aborted && this.#leader.begin()))
  }

  #tell(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#connection.paused !== null) this.#leader.pause()
    if (this.#lock.held) this.#tabs.tell({ kind: 'status', status: this.status })
    this.#listener.changed()
  }

  /** Asks the leader to sync. A leader that does not answer is frozen, so this tab takes its lock. */
  #askLeader(resume: boolean): void {
    const { timers } = this.#core.deps
    if (this.#tabs.alone) return
    this.#tabs.tell({ kind: 'sync', resume })
    timers.clearTimeout(this.#alive)
    this.#alive = timers.setTimeout(() => this.#lock.steal(), aliveMs)
  }

  #hear(message: TabMessage): void {
    if (this.#stopping.signal.aborted) return
    if (message.kind === 'wipe') this.#listener.wiped()
    else if (message.kind === 'outbox') this.#learn(message.documents)
    else if (message.kind === 'files') this.#behind(this.#readFiles())
    else if (message.kind === 'kept') this.#behind(this.#core.kept.catchUp())
    else if (message.kind === 'arrived') this.#core.files.heard(message.file, message.bytes)
    else if (this.#lock.held) this.#answer(message)
    else if (message.kind === 'feed') this.#behind(this.#core.feed.catchUp())
    else if (message.kind === 'alive') this.#core.deps.timers.clearTimeout(this.#alive)
    else if (message.kind === 'status') {
      this.#told = message.status
      this.#listener.changed()
      this.#behind(this.#catchUp())
    }
  }

  /** Messages between tabs may be lost, so this reads what the leader added to the feed and what other tabs changed. */
  #pollLater(): void {
    this.#poll = this.#core.deps.timers.setTimeout(() => {
      this.#core.feed.age()
      this.#behind(this.#catchUp())
      this.#pollLater()
    }, pollMs)
  }

  #answer(message: TabMessage): void {
    if (message.kind !== 'hello' && message.kind !== 'sync') return
    this.#tabs.tell({ kind: 'alive' })
    this.#tabs.tell({ kind: 'status', status: this.status })
    if (message.kind === 'sync' && message.resume) this.resume()
    else if (message.kind === 'sync') this.#leader.syncAll()
  }

  /**
   * Another tab may have written what this change builds on without telling this one first: the disk has everything.
   */
  #learn(documents: readonly TextDocument[]): void {
    this.#core.outbox.take(documents)
    this.#core.relay()
    this.#outbox.suspect()
    if (this.#lock.held) this.#leader.send()
  }

  /** Work that nobody waits for; a failure while this closes is expected. */
  #behind(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#stopping.signal.aborted || this.#core.deps.report?.(error))
  }

  async #readOutbox(): Promise<void> {
    if (!(await this.#core.outbox.catchUp())) return
    this.#core.relay()
    if (this.#lock.held) this.#leader.send()
  }

  /** Reads what other tabs have written. Callers during one reading share the next one. */
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
    if (this.#lock.held) this.#leader.sendFiles()
  }

  /** Whether this device has the change, also where only a newer version of the app can read it. */
  async #knows(change: string): Promise<boolean> {
    const { outbox } = this.#core
    if (!outbox.find(change)) await outbox.catchUp()
    return outbox.find(change) !== undefined || outbox.unread.mention(change)
  }

  async #read(): Promise<void> {
    this.#outbox.suspect()
    await this.#outbox.caughtUp()
    await this.#core.files.catchUp()
    await this.#core.kept.catchUp()
    await this.#core.feed.catchUp()
  }
}
