// The work of the context that holds the lock: push pending changes, pull on hints, poll slowly in case hints were
// lost, and run maintenance.
import { PartSize } from '#web/store/base/part-size.ts'
import { type Ran, RetryingTask } from '#web/store/base/retrying-task.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { type MaintenanceDeps, runMaintenance } from '#web/store/core/maintenance.ts'
import { type PullDeps, pull } from './pull.ts'
import { Push, type PushDeps } from './push.ts'
import { type SendFilesDeps, sendFiles } from './send-files.ts'
import { ServerConnection, type ServerConnectionDeps } from './server-connection.ts'
import { type SubmitDeps, submitWithdrawn } from './submit-withdrawn.ts'

const pollMs = 60_000

/** What its tasks need, except what it makes for them. */
type TaskDeps = Omit<
  PullDeps & PushDeps & SendFilesDeps & SubmitDeps & MaintenanceDeps & ServerConnectionDeps,
  'ask' | 'send' | 'part' | 'pull' | 'endBackoffs' | 'begun' | 'decided' | 'outdated' | 'lastPull'
>

export interface LeaderDeps extends TaskDeps, Pick<StoreDeps, 'onOtherPerson' | 'onRevoked'> {
  readonly hasLock: () => boolean
  readonly changed: () => void
  /** Resolves when the changes of other tabs are known here. */
  readonly caughtUp: () => Promise<void>
}

export class Leader {
  readonly #deps: LeaderDeps
  readonly #server: ServerConnection
  readonly #push: Push
  readonly #puller: RetryingTask
  readonly #pusher: RetryingTask
  readonly #submission: RetryingTask
  readonly #uploader: RetryingTask
  readonly #part = new PartSize()
  #lastPull = 0
  #poll: unknown
  #due: unknown
  #isMaintenanceDue = true
  #retryAt: number | null = null

  constructor(deps: LeaderDeps) {
    const { feed, timers, random, monotonic, hasLock, maySync, changed } = deps
    this.#deps = deps
    this.#server = new ServerConnection({
      ...deps,
      pull: (urgent) => this.#puller.trigger(urgent),
      endBackoffs: () => {
        for (const task of [this.#puller, this.#pusher, this.#uploader]) if (task.waiting) task.trigger(true)
      },
    })
    this.#push = new Push({
      ...deps,
      ask: this.#server.ask,
      decided: (number) => number > (feed.target?.position ?? 0) && this.#puller.trigger(),
      outdated: () => this.#puller.trigger(true),
      lastPull: () => this.#lastPull,
    })
    const retrying = (task: () => Promise<Ran>, mayRun = maySync, idle = changed) =>
      new RetryingTask(() => this.#attempt(task, mayRun), timers, random, monotonic, idle)
    this.#puller = retrying(() => this.#pull())
    this.#pusher = retrying(
      () => this.#sendChanges(),
      maySync,
      () => this.#noteRetry(),
    )
    this.#submission = retrying(() => this.#submit(), hasLock)
    this.#uploader = retrying(() => this.#sendFiles())
  }

  get running(): boolean {
    return this.#puller.running || this.#pusher.running || this.#submission.running || this.#uploader.running
  }

  get retryAt(): number | null {
    return this.#deps.connection.readOnly ? this.#retryAt : null
  }

  get parked(): Readonly<Record<string, number>> {
    return this.#push.parked
  }

  begin(): void {
    this.#server.open()
    this.#pollLater()
    this.syncAll()
  }

  /** The lock is lost; running work notices after its next await. */
  end(): void {
    const { timers } = this.#deps
    this.#server.close()
    timers.clearTimeout(this.#poll)
    timers.clearTimeout(this.#due)
  }

  close(): void {
    this.end()
    this.#puller.close()
    this.#pusher.close()
    this.#submission.close()
    this.#uploader.close()
  }

  syncAll(): void {
    this.#push.unpark()
    this.#puller.trigger(true)
    this.#pusher.trigger(true)
    this.#uploader.trigger(true)
  }

  sendChanges(): void {
    this.#pusher.trigger(this.#push.isDeferring)
  }

  sendFiles(): void {
    this.#uploader.trigger(true)
  }

  pause(): void {
    this.#server.pause()
  }

  resume(): void {
    this.#server.resume()
    this.syncAll()
  }

  networkChanged(): void {
    this.#server.networkChanged()
    this.syncAll()
  }

  async #attempt(task: () => Promise<Ran>, mayRun: () => boolean): Promise<Ran> {
    const { changed, connection, stopping, onOtherPerson, report } = this.#deps
    if (!mayRun()) return 'stop'
    changed()
    try {
      const ran = await task()
      if (connection.paused === 'other-person') onOtherPerson?.()
      return ran
    } catch (error) {
      if (stopping.aborted) return 'stop'
      report?.(error)
      connection.failed(error)
      return { again: 'later', notBeforeMs: null }
    }
  }

  async #pull(): Promise<Ran> {
    const { feed, notes, connection, maySync, monotonic, now } = this.#deps
    const shown = feed.active
    const ran = await pull({
      ...this.#deps,
      ask: this.#server.ask,
      stored: () => this.#stored(),
      begun: () => this.#pusher.trigger(true),
    })
    if (connection.paused === 'revoked') this.#submission.trigger(true)
    if (ran !== 'done') return ran
    this.#lastPull = monotonic()
    await notes.pulled(now())
    connection.markStored()
    if ((this.#isMaintenanceDue || shown !== feed.active) && maySync()) {
      this.#isMaintenanceDue = false
      await runMaintenance(this.#deps)
    }
    return ran
  }

  async #sendChanges(): Promise<Ran> {
    const ran = await this.#push.sendChanges()
    if (this.#deps.connection.paused === 'revoked') this.#submission.trigger(true)
    this.#retryParked()
    if (ran === 'done' && this.#deps.files.waiting > 0) this.#uploader.trigger()
    return ran
  }

  #noteRetry(): void {
    const { inMs } = this.#pusher
    if (inMs !== null) this.#retryAt = this.#deps.now() + inMs
    this.#deps.changed()
  }

  /** Pulling detects a session that is over or belongs to another person. */
  #sendFiles(): Promise<Ran> {
    return sendFiles({ ...this.#deps, send: this.#server.send, part: this.#part })
  }

  #stored(): void {
    this.#deps.stored()
    if (this.#deps.outbox.toSend().length > 0) this.#pusher.trigger()
  }

  async #submit(): Promise<Ran> {
    const { connection, hasLock, shared, onRevoked } = this.#deps
    const isRevoked = () => connection.paused === 'revoked'
    if (!isRevoked()) return 'stop'
    const maySync = () => hasLock() && isRevoked()
    const { ask, send } = this.#server
    const isWhole = await submitWithdrawn({ ...this.#deps, ask, send, maySync })
    const unrecorded = isWhole ? (await shared.all()).length : 0
    // Meanwhile the person may have signed in again and opened another store.
    if (!maySync()) return 'stop'
    if (!isWhole) return { again: 'later', notBeforeMs: null }
    onRevoked?.(unrecorded)
    return 'done'
  }

  #pollLater(): void {
    const { timers } = this.#deps
    timers.clearTimeout(this.#poll)
    this.#poll = timers.setTimeout(() => {
      this.#isMaintenanceDue = true
      this.#puller.trigger()
      this.#pollLater()
    }, pollMs)
  }

  #retryParked(): void {
    const { timers, monotonic } = this.#deps
    timers.clearTimeout(this.#due)
    const { nextDue } = this.#push
    if (nextDue !== null)
      this.#due = timers.setTimeout(() => this.#pusher.trigger(), Math.max(0, nextDue - monotonic()))
  }
}
