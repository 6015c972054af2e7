// Keeps a device and the server together while this context holds the lock: push when something waits, pull when there
// is news, a slow poll for when every hint was lost.
import { channelNameOf, lockNameOf } from './database-name.ts'
import type { Core } from './core.ts'
import { handInChanges } from './hand-in.ts'
import { Hints } from './hints.ts'
import { pull } from './pull.ts'
import { Push } from './push.ts'
import { Reports } from './reports.ts'
import { createAsk } from './request.ts'
import type { Ask } from './request.ts'
import { Runner } from './runner.ts'
import type { Ran } from './runner.ts'
import { SyncLock } from './sync-lock.ts'
import { tend } from './tend.ts'
import { Tabs } from './tabs.ts'
import type { SharedStatus, TabMessage } from './tabs.ts'

const pollMs = 60_000
const aliveMs = 3_000

export interface SyncListener {
  /** What sync achieves has changed. */
  changed(): void
  /** The databases are about to be deleted. */
  wiped(): void
}

export class SyncLoop {
  readonly #core: Core
  readonly #listener: SyncListener
  readonly #reports: Reports
  readonly #tabs: Tabs
  readonly #lock: SyncLock
  readonly #hints: Hints
  readonly #puller: Runner
  readonly #pusher: Runner
  readonly #push: Push
  readonly #ask: Ask
  readonly #stopping = new AbortController()
  /** What the holder says, while it is another tab. */
  #told: SharedStatus | undefined
  #lastPull = 0
  #poll: unknown
  #alive: unknown
  #due: unknown
  #foreign = true
  #tendDue = true
  #handedIn = false

  constructor(core: Core, listener: SyncListener) {
    const { deps } = core
    this.#core = core
    this.#listener = listener
    this.#reports = new Reports(core.notes.lastSync, deps.now, () => this.#tell())
    this.#tabs = new Tabs(deps.openChannel?.(channelNameOf(core.database.name)), (message) => this.#hear(message))
    this.#lock = new SyncLock(deps.locks, lockNameOf(core.database.name), (held) =>
      held ? this.#begin() : this.#end(),
    )
    this.#hints = new Hints({
      openHints: deps.openHints,
      timers: deps.timers,
      random: deps.random,
      position: () => core.feed.target?.position ?? 0,
      news: () => this.#puller.trigger(),
      reached: () => this.#endWaits(),
    })
    this.#ask = createAsk(deps.fetch, deps.timers, deps.now, this.#stopping.signal)
    const held = () => this.#lock.held && !this.#stopping.signal.aborted && this.#reports.paused === null
    const runner = (task: () => Promise<Ran>) =>
      new Runner(
        () => this.#attempt(held, task),
        deps.timers,
        deps.random,
        deps.now,
        () => this.#idle(),
      )
    this.#push = new Push({
      core,
      ask: this.#ask,
      held,
      reports: this.#reports,
      decided: (number) => this.#decided(number),
      lastPull: () => this.#lastPull,
    })
    this.#puller = runner(() => this.#pull(held))
    this.#pusher = runner(() => this.#pushAll())
    if (deps.openChannel) this.#tabs.tell({ kind: 'hello' })
    this.#lock.wait()
  }

  get status(): SharedStatus {
    if (this.#told && !this.#lock.held) return this.#told
    const { connection, lastSync } = this.#reports
    return { connection, lastSync, syncing: this.#puller.running || this.#pusher.running }
  }

  /** This tab made records durable: others hear of it, the holder sends them. */
  committed(message: Extract<TabMessage, { kind: 'outbox' }>): void {
    this.#tabs.tell(message)
    if (this.#lock.held) this.#pusher.trigger()
  }

  syncNow(): void {
    if (this.#lock.held) return this.#syncAll()
    this.#behind(this.#catchUp())
    this.#askHolder(false)
  }

  resume(): void {
    this.#reports.resume()
    if (!this.#lock.held) return this.#askHolder(true)
    this.#hints.open()
    this.#syncAll()
  }

  /** Stops everything; the lock is kept until `release`. */
  stop(): void {
    this.#stopping.abort()
    this.#end()
    this.#puller.close()
    this.#pusher.close()
    this.#core.deps.timers.clearTimeout(this.#alive)
    this.#tabs.close()
  }

  /** Lets another context sync; after the database is closed. */
  release(): void {
    this.#lock.close()
  }

  #begin(): void {
    this.#core.deps.timers.clearTimeout(this.#alive)
    this.#behind(
      this.#catchUp().then(() => {
        if (!this.#lock.held || this.#stopping.signal.aborted) return
        this.#hints.open()
        this.#pollLater()
        this.#syncAll()
      }),
    )
  }

  #end(): void {
    const { timers } = this.#core.deps
    this.#hints.close()
    timers.clearTimeout(this.#poll)
    timers.clearTimeout(this.#due)
  }

  #syncAll(): void {
    this.#puller.trigger(true)
    this.#pusher.trigger(true)
  }

  /** The server answers again: nothing waits out a pause that was meant for its absence. */
  #endWaits(): void {
    for (const runner of [this.#puller, this.#pusher]) if (runner.waiting) runner.trigger(true)
  }

  async #pull(held: () => boolean): Promise<Ran> {
    const shown = this.#core.feed.active
    const ran = await pull({
      core: this.#core,
      ask: this.#ask,
      held,
      reports: this.#reports,
      stored: () => this.#stored(),
    })
    if (this.#reports.paused === 'revoked') await this.#handIn()
    if (ran !== 'done') return ran
    this.#lastPull = this.#core.deps.now()
    await this.#core.notes.pulled(this.#lastPull)
    if ((this.#tendDue || shown !== this.#core.feed.active) && held()) {
      this.#tendDue = false
      await tend(this.#core, held)
    }
    return ran
  }

  async #pushAll(): Promise<Ran> {
    if (this.#foreign) await this.#readOutbox()
    const ran = await this.#push.run()
    if (this.#reports.paused === 'revoked') await this.#handIn()
    this.#retryParked()
    return ran
  }

  async #handIn(): Promise<void> {
    if (this.#handedIn) return
    this.#handedIn = true
    if (await handInChanges(this.#core, this.#ask)) this.#core.deps.onRevoked?.()
  }

  /** A failure of this device itself (a full disk) is tried again like one of the network. */
  async #attempt(held: () => boolean, task: () => Promise<Ran>): Promise<Ran> {
    if (!held()) return 'stop'
    this.#tell()
    try {
      return await task()
    } catch (error) {
      if (this.#stopping.signal.aborted) return 'stop'
      this.#core.deps.report?.(error)
      return { again: 'later', notBeforeMs: null }
    }
  }

  #stored(): void {
    this.#tabs.tell({ kind: 'feed' })
    if (this.#core.toSend().length > 0) this.#pusher.trigger()
  }

  #decided(number: number): void {
    if (number > (this.#core.feed.target?.position ?? 0)) this.#puller.trigger()
  }

  #pollLater(): void {
    const { timers } = this.#core.deps
    timers.clearTimeout(this.#poll)
    this.#poll = timers.setTimeout(() => {
      this.#tendDue = true
      this.#puller.trigger()
      this.#pollLater()
    }, pollMs)
  }

  #retryParked(): void {
    const { timers, now } = this.#core.deps
    timers.clearTimeout(this.#due)
    if (this.#push.nextDue !== null)
      this.#due = timers.setTimeout(() => this.#pusher.trigger(), Math.max(0, this.#push.nextDue - now()))
  }

  #idle(): void {
    this.#tell()
  }

  #tell(): void {
    if (this.#stopping.signal.aborted) return
    if (this.#reports.paused !== null) this.#hints.close()
    if (this.#lock.held) this.#tabs.tell({ kind: 'status', status: this.status })
    this.#listener.changed()
  }

  #askHolder(resume: boolean): void {
    const { timers } = this.#core.deps
    if (this.#tabs.alone) return
    this.#tabs.tell({ kind: 'sync', resume })
    timers.clearTimeout(this.#alive)
    this.#alive = timers.setTimeout(() => this.#lock.steal(), aliveMs)
  }

  #hear(message: TabMessage): void {
    if (this.#stopping.signal.aborted) return
    if (message.kind === 'wipe') return this.#listener.wiped()
    if (message.kind === 'outbox') return this.#learn(message.documents)
    if (message.kind === 'feed') return this.#lock.held ? undefined : this.#behind(this.#core.feed.catchUp())
    if (message.kind === 'alive') return this.#core.deps.timers.clearTimeout(this.#alive)
    if (message.kind === 'status') {
      this.#told = message.status
      return this.#listener.changed()
    }
    if (!this.#lock.held) return
    this.#tabs.tell({ kind: 'alive' })
    this.#tabs.tell({ kind: 'status', status: this.status })
    if (message.kind === 'sync') {
      if (message.resume) this.resume()
      else this.#syncAll()
    }
  }

  /** Another tab may have written what its change builds on without this one hearing of it first: the disk knows all. */
  #learn(documents: Extract<TabMessage, { kind: 'outbox' }>['documents']): void {
    this.#core.ledger.take(documents)
    this.#core.relay()
    this.#foreign = true
    if (this.#lock.held) this.#pusher.trigger()
  }

  /** Work that nobody waits for; what fails while this closes is no news. */
  #behind(work: Promise<void>): void {
    work.catch((error: unknown) => this.#stopping.signal.aborted || this.#core.deps.report?.(error))
  }

  async #readOutbox(): Promise<void> {
    this.#foreign = false
    if (await this.#core.ledger.catchUp()) this.#core.relay()
  }

  async #catchUp(): Promise<void> {
    await this.#readOutbox()
    await this.#core.feed.catchUp()
  }
}
