import { ChunkSize } from '#web/store/base/chunk-size.ts'
import { type RunResult, RetryingTask } from '#web/store/base/retrying-task.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { type MaintenanceDeps, runMaintenance } from '#web/store/core/maintenance.ts'
import { type PullDeps, pull } from './pull.ts'
import { Push, type PushDeps } from './push.ts'
import { type SendFilesDeps, sendFiles } from './send-files.ts'
import { ServerConnection, type ServerConnectionDeps } from './server-connection.ts'
import { type SubmitDeps, submitFromRevoked } from './submit-from-revoked.ts'

const pollMs = 60_000

type TaskDeps = Omit<
  PullDeps & PushDeps & SendFilesDeps & SubmitDeps & MaintenanceDeps & ServerConnectionDeps,
  'sendJson' | 'send' | 'chunk' | 'pull' | 'endBackoffs' | 'onNewEpoch' | 'onDecided' | 'onOutdated' | 'lastPull'
>

export interface LeaderDeps extends TaskDeps, Pick<StoreDeps, 'onOtherPerson' | 'onRevoked'> {
  readonly hasLock: () => boolean
  readonly changed: () => void
  readonly waitForOtherTabs: () => Promise<void>
}

export class Leader {
  readonly #deps: LeaderDeps
  readonly #server: ServerConnection
  readonly #push: Push
  readonly #puller: RetryingTask
  readonly #pusher: RetryingTask
  readonly #submitter: RetryingTask
  readonly #uploader: RetryingTask
  readonly #chunk = new ChunkSize()
  #lastPull = 0
  #pollTimer: unknown
  #parkedTimer: unknown
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
      sendJson: this.#server.sendJson,
      onDecided: (number) => number > (feed.target?.position ?? 0) && this.#puller.trigger(),
      onOutdated: () => this.#puller.trigger(true),
      lastPull: () => this.#lastPull,
    })
    const createTask = (task: () => Promise<RunResult>, mayRun = maySync, idle = changed) =>
      new RetryingTask(() => this.#attempt(task, mayRun), timers, random, monotonic, idle)
    this.#puller = createTask(() => this.#pull())
    this.#pusher = createTask(
      () => this.#sendChanges(),
      maySync,
      () => this.#updateRetryAt(),
    )
    this.#submitter = createTask(() => this.#submit(), hasLock)
    this.#uploader = createTask(() => this.#sendFiles())
  }

  get running(): boolean {
    return this.#puller.running || this.#pusher.running || this.#submitter.running || this.#uploader.running
  }

  get retryAt(): number | null {
    return this.#deps.connection.readOnly ? this.#retryAt : null
  }

  get parked(): Readonly<Record<string, number>> {
    return this.#push.parked
  }

  start(): void {
    this.#server.open()
    this.#schedulePoll()
    this.syncAll()
  }

  /** The lock is lost; running work notices after its next await. */
  stop(): void {
    const { timers } = this.#deps
    this.#server.close()
    timers.clearTimeout(this.#pollTimer)
    timers.clearTimeout(this.#parkedTimer)
  }

  close(): void {
    this.stop()
    this.#puller.close()
    this.#pusher.close()
    this.#submitter.close()
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

  async #attempt(task: () => Promise<RunResult>, mayRun: () => boolean): Promise<RunResult> {
    const { changed, connection, stopping, onOtherPerson, report } = this.#deps
    if (!mayRun()) return 'stop'
    changed()
    try {
      const result = await task()
      if (connection.paused === 'other-person') onOtherPerson?.()
      return result
    } catch (error) {
      if (stopping.aborted) return 'stop'
      report?.(error)
      connection.recordFailure(error)
      return { again: 'later', notBeforeMs: null }
    }
  }

  async #pull(): Promise<RunResult> {
    const { feed, notes, connection, maySync, monotonic, now } = this.#deps
    const shownSet = feed.active
    const result = await pull({
      ...this.#deps,
      sendJson: this.#server.sendJson,
      onPageStored: () => this.#onPageStored(),
      onNewEpoch: () => this.#pusher.trigger(true),
    })
    if (connection.paused === 'revoked') this.#submitter.trigger(true)
    if (result !== 'done') return result
    this.#lastPull = monotonic()
    await notes.recordPull(now())
    connection.markStored()
    if ((this.#isMaintenanceDue || shownSet !== feed.active) && maySync()) {
      this.#isMaintenanceDue = false
      await runMaintenance(this.#deps)
    }
    return result
  }

  async #sendChanges(): Promise<RunResult> {
    const result = await this.#push.sendChanges()
    if (this.#deps.connection.paused === 'revoked') this.#submitter.trigger(true)
    this.#retryParked()
    if (result === 'done' && this.#deps.files.waiting > 0) this.#uploader.trigger()
    return result
  }

  #updateRetryAt(): void {
    const { inMs } = this.#pusher
    if (inMs !== null) this.#retryAt = this.#deps.now() + inMs
    this.#deps.changed()
  }

  /** Pulling detects a session that is over or belongs to another person. */
  #sendFiles(): Promise<RunResult> {
    return sendFiles({ ...this.#deps, send: this.#server.send, chunk: this.#chunk })
  }

  #onPageStored(): void {
    this.#deps.onPageStored()
    if (this.#deps.outbox.toSend().length > 0) this.#pusher.trigger()
  }

  async #submit(): Promise<RunResult> {
    const { connection, hasLock, shared, onRevoked } = this.#deps
    const isRevoked = () => connection.paused === 'revoked'
    if (!isRevoked()) return 'stop'
    const maySync = () => hasLock() && isRevoked()
    const { sendJson, send } = this.#server
    const isComplete = await submitFromRevoked({ ...this.#deps, sendJson, send, maySync })
    const unrecorded = isComplete ? (await shared.all()).length : 0
    // Meanwhile the person may have signed in again and opened another store.
    if (!maySync()) return 'stop'
    if (!isComplete) return { again: 'later', notBeforeMs: null }
    onRevoked?.(unrecorded)
    return 'done'
  }

  #schedulePoll(): void {
    const { timers } = this.#deps
    timers.clearTimeout(this.#pollTimer)
    this.#pollTimer = timers.setTimeout(() => {
      this.#isMaintenanceDue = true
      this.#puller.trigger()
      this.#schedulePoll()
    }, pollMs)
  }

  #retryParked(): void {
    const { timers, monotonic } = this.#deps
    timers.clearTimeout(this.#parkedTimer)
    const { nextDue } = this.#push
    if (nextDue !== null)
      this.#parkedTimer = timers.setTimeout(() => this.#pusher.trigger(), Math.max(0, nextDue - monotonic()))
  }
}
