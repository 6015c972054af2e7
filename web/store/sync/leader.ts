// The work of the context that holds the lock: push pending changes, pull on hints, poll slowly in case hints were
// lost, and run maintenance.
import { userPath } from '#schema/sync/protocol.ts'
import type { Core } from '#web/store/core/core.ts'
import { submitWithdrawn } from './submit-withdrawn.ts'
import { Hints } from '#web/store/wire/hints.ts'
import { ConnectionMonitor, probeMs } from '#web/store/wire/connection-monitor.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { PartSize } from '#web/store/base/part-size.ts'
import { pull } from './pull.ts'
import { Push } from './push.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import { type Answer, type Ask, createAsk, createSend, type Send } from '#web/store/wire/request.ts'
import { type Ran, RetryingTask } from '#web/store/base/retrying-task.ts'
import { sendFiles } from './send-files.ts'
import { runMaintenance } from '#web/store/core/maintenance.ts'

const pollMs = 60_000
/** After a change of network, a request silent for this long was sent over the old one. */
const freshMs = 1_000

export interface LeaderDeps {
  readonly core: Core
  readonly connection: ConnectionState
  readonly hasLock: () => boolean
  /** Holds the lock and sync is not paused; check after every await. */
  readonly maySync: () => boolean
  readonly stopping: AbortSignal
  /** Resolves when the changes of other tabs are known here. */
  readonly caughtUp: () => Promise<void>
  readonly stored: () => void
  readonly changed: () => void
}

export class Leader {
  readonly #deps: LeaderDeps
  readonly #core: Core
  readonly #monitor: ConnectionMonitor
  readonly #ask: Ask
  readonly #send: Send
  readonly #hints: Hints
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
  #isProbing = false
  #retryAt: number | null = null

  constructor(deps: LeaderDeps) {
    const { core, connection, hasLock, maySync, stopping, caughtUp, changed } = deps
    const { identity, fetch, signedIn, timers, now, monotonic, random, openHints } = core.deps
    const person = identity.id
    this.#deps = deps
    this.#core = core
    this.#monitor = new ConnectionMonitor(timers, monotonic, {
      silent: () => void this.#probe(),
      slow: () => connection.slow(true),
      resumed: () => connection.slow(false),
      dead: () => this.#dead(),
    })
    const send = createSend(createPersonFetch(person, fetch, signedIn), this.#monitor, now, stopping)
    this.#send = async (path, request) => {
      const answer = await send(path, request)
      if (isUnreachable(answer) && !stopping.aborted) this.#lost()
      return answer
    }
    this.#ask = createAsk(this.#send, () => core.outbox.countUnsent())
    const news = () => this.#puller.trigger()
    const position = () => core.feed.target?.position ?? 0
    const isLost = () => this.#monitor.isLost
    const beat = (isFirst: boolean) => this.#beat(isFirst)
    const opened = () => this.#monitor.streamOpened()
    const closed = () => this.#monitor.streamClosed()
    this.#hints = new Hints({ openHints, person, timers, random, position, news, isLost, beat, opened, closed })
    const decided = (number: number) => number > position() && this.#puller.trigger()
    const lastPull = () => this.#lastPull
    const outdated = () => this.#puller.trigger(true)
    this.#push = new Push({ core, ask: this.#ask, maySync, connection, caughtUp, decided, outdated, lastPull })
    const retrying = (task: () => Promise<Ran>, mayRun = maySync, idle = changed) =>
      new RetryingTask(() => this.#attempt(task, mayRun), timers, random, monotonic, idle)
    this.#puller = retrying(() => this.#pull())
    this.#pusher = retrying(
      () => this.#pushAll(),
      maySync,
      () => this.#planned(),
    )
    this.#submission = retrying(() => this.#submit(), hasLock)
    this.#uploader = retrying(() => this.#upload())
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
    this.#hints.open()
    this.#pollLater()
    this.syncAll()
  }

  /** Called when the lock is lost; running work notices after its next await. */
  end(): void {
    const { timers } = this.#core.deps
    this.#hints.close()
    this.#monitor.close()
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

  sendFiles(): void {
    this.#uploader.trigger(true)
  }

  send(): void {
    this.#pusher.trigger(this.#push.isDeferring)
  }

  pause(): void {
    this.#hints.close()
  }

  /** The person has signed in again. Open requests are aborted, because their responses may still be refusals. */
  resume(): void {
    this.#monitor.endSilent(0)
    this.#hints.open()
    this.syncAll()
  }

  /** Aborts requests on the old network, and probes the server on the new one. */
  networkChanged(): void {
    this.#monitor.networkChanged()
    this.#deps.connection.checking()
    this.syncAll()
    this.#monitor.endSilent(freshMs)
    this.#hints.reopen()
  }

  /**
   * A heartbeat arrived: ends backoffs meant for an unreachable server, and aborts requests that hang on a dead
   * connection.
   */
  #beat(isFirst: boolean): void {
    const wasLost = this.#monitor.isLost
    this.#monitor.signOfLife()
    for (const task of [this.#puller, this.#pusher, this.#uploader]) if (task.waiting) task.trigger(true)
    if (!wasLost && !isFirst) return
    if (this.#deps.connection.kind !== 'online') this.#puller.trigger(true)
    this.#monitor.endSilent(freshMs)
  }

  /**
   * The server is silent, but its last response may only be slow, so send a small request. After a missed heartbeat the
   * stream may hang, so reopen it and pull.
   */
  async #probe(): Promise<void> {
    const { maySync, connection, stopping } = this.#deps
    if (this.#isProbing || !maySync()) return
    this.#isProbing = true
    const isBeatMissed = this.#monitor.isBeatMissed
    const answer = await this.#send(userPath, { method: 'GET', headers: {} })
    this.#isProbing = false
    if (stopping.aborted || !maySync()) return
    if (isUnreachable(answer)) connection.unreachable()
    if (answer.kind === 'none' || !isBeatMissed) return
    this.#hints.reopen()
    this.#puller.trigger(true)
  }

  #dead(): void {
    if (!this.#deps.maySync()) return
    this.#lost()
    this.#deps.connection.unreachable()
  }

  /** One request could not reach the server, so the others would not either. */
  #lost(): void {
    this.#monitor.markLost()
    this.#monitor.endSilent(probeMs)
    this.#hints.search()
  }

  /** A failure of this device (a full disk) is retried like a network failure. */
  async #attempt(task: () => Promise<Ran>, mayRun: () => boolean): Promise<Ran> {
    const { changed, connection, stopping } = this.#deps
    if (!mayRun()) return 'stop'
    changed()
    try {
      const ran = await task()
      if (connection.paused === 'other-person') this.#core.deps.onOtherPerson?.()
      return ran
    } catch (error) {
      if (stopping.aborted) return 'stop'
      this.#core.deps.report?.(error)
      connection.failed(error)
      return { again: 'later', notBeforeMs: null }
    }
  }

  async #pull(): Promise<Ran> {
    const { connection, maySync } = this.#deps
    const shown = this.#core.feed.active
    const begun = () => this.#pusher.trigger(true)
    const ran = await pull({
      core: this.#core,
      ask: this.#ask,
      maySync,
      connection,
      stored: () => this.#stored(),
      begun,
    })
    if (connection.paused === 'revoked') this.#submission.trigger(true)
    if (ran !== 'done') return ran
    this.#lastPull = this.#core.deps.monotonic()
    await this.#core.notes.pulled(this.#core.deps.now())
    connection.markStored()
    if ((this.#isMaintenanceDue || shown !== this.#core.feed.active) && maySync()) {
      this.#isMaintenanceDue = false
      await runMaintenance(this.#core, maySync)
    }
    return ran
  }

  async #pushAll(): Promise<Ran> {
    const ran = await this.#push.run()
    if (this.#deps.connection.paused === 'revoked') this.#submission.trigger(true)
    this.#retryParked()
    if (ran === 'done' && this.#core.files.waiting > 0) this.#uploader.trigger()
    return ran
  }

  #planned(): void {
    const { inMs } = this.#pusher
    if (inMs !== null) this.#retryAt = this.#core.deps.now() + inMs
    this.#deps.changed()
  }

  /** Pulling detects a session that is over or belongs to another person. */
  async #upload(): Promise<Ran> {
    const { core, connection, maySync } = this.#deps
    return sendFiles({ core, send: this.#send, maySync, connection, part: this.#part })
  }

  #stored(): void {
    this.#deps.stored()
    if (this.#core.outbox.toSend().length > 0) this.#pusher.trigger()
  }

  async #submit(): Promise<Ran> {
    const isRevoked = () => this.#deps.connection.paused === 'revoked'
    if (!isRevoked()) return 'stop'
    const maySync = () => this.#deps.hasLock() && isRevoked()
    const { caughtUp } = this.#deps
    const isWhole = await submitWithdrawn({ core: this.#core, ask: this.#ask, send: this.#send, maySync, caughtUp })
    const unrecorded = isWhole ? (await this.#core.shared.all()).length : 0
    // Meanwhile the person may have signed in again and opened another store.
    if (!maySync()) return 'stop'
    if (!isWhole) return { again: 'later', notBeforeMs: null }
    this.#core.deps.onRevoked?.(unrecorded)
    return 'done'
  }

  #pollLater(): void {
    const { timers } = this.#core.deps
    timers.clearTimeout(this.#poll)
    this.#poll = timers.setTimeout(() => {
      this.#isMaintenanceDue = true
      this.#puller.trigger()
      this.#pollLater()
    }, pollMs)
  }

  #retryParked(): void {
    const { timers, monotonic } = this.#core.deps
    timers.clearTimeout(this.#due)
    const { nextDue } = this.#push
    if (nextDue !== null)
      this.#due = timers.setTimeout(() => this.#pusher.trigger(), Math.max(0, nextDue - monotonic()))
  }
}

/** Whether the request did not reach the server, or its response did not reach this device. */
const isUnreachable = (answer: Answer): boolean => answer.kind === 'none' && !answer.ended && !answer.isTooLong
