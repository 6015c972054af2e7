// The work of the context that holds the lock: push when something waits, pull when there is news, poll slowly in case
// every hint was lost, and do housekeeping in between.
import { userPath } from '#schema/sync/protocol.ts'
import type { Core } from '#web/store/core/core.ts'
import { handIn } from './submit-withdrawn.ts'
import { Hints } from '#web/store/wire/hints.ts'
import { Line, probeMs } from '#web/store/wire/connection-monitor.ts'
import { createPersonFetch } from '#web/store/wire/person-fetch.ts'
import { PartSize } from '#web/store/base/part-size.ts'
import { pull } from './pull.ts'
import { Push } from './push.ts'
import type { ConnectionState } from '#web/store/wire/connection-state.ts'
import { type Answer, type Ask, createAsk, createSend, type Send } from '#web/store/wire/request.ts'
import { type Ran, RetryingTask } from '#web/store/base/retrying-task.ts'
import { sendFiles } from './send-files.ts'
import { tend } from '#web/store/core/maintenance.ts'

const pollMs = 60_000
/** After a change of network, a request that has been silent for this long was sent over the old one. */
const freshMs = 1_000

export interface LeaderDeps {
  readonly core: Core
  readonly connection: ConnectionState
  /** Whether this context still holds the lock. */
  readonly leads: () => boolean
  /** The same, and that nothing has paused; to be checked after every wait. */
  readonly held: () => boolean
  readonly stopping: AbortSignal
  /** Resolves when the changes of other tabs are known here. */
  readonly caughtUp: () => Promise<void>
  /** The feed on the disk has changed. */
  readonly stored: () => void
  /** Something has begun, ended or failed. */
  readonly changed: () => void
}

export class Leader {
  readonly #deps: LeaderDeps
  readonly #core: Core
  readonly #line: Line
  readonly #ask: Ask
  readonly #send: Send
  readonly #hints: Hints
  readonly #push: Push
  readonly #puller: RetryingTask
  readonly #pusher: RetryingTask
  readonly #handIn: RetryingTask
  readonly #uploader: RetryingTask
  readonly #part = new PartSize()
  #lastPull = 0
  #poll: unknown
  #due: unknown
  #isMaintenanceDue = true
  #isProbing = false
  #retryAt: number | null = null

  constructor(deps: LeaderDeps) {
    const { core, connection, leads, held, stopping, caughtUp, changed } = deps
    const { identity, fetch, signedIn, timers, now, monotonic, random, openHints } = core.deps
    const person = identity.id
    this.#deps = deps
    this.#core = core
    this.#line = new Line(timers, monotonic, {
      silent: () => void this.#probe(),
      slow: () => connection.slow(true),
      heard: () => connection.slow(false),
      dead: () => this.#dead(),
    })
    const send = createSend(createPersonFetch(person, fetch, signedIn), this.#line, now, stopping)
    this.#send = async (path, request) => {
      const answer = await send(path, request)
      if (isUnreachable(answer) && !stopping.aborted) this.#lost()
      return answer
    }
    this.#ask = createAsk(this.#send, () => core.outbox.countUnsent())
    const news = () => this.#puller.trigger()
    const position = () => core.feed.target?.position ?? 0
    const isLost = () => this.#line.isLost
    const beat = (isFirst: boolean) => this.#beat(isFirst)
    const opened = () => this.#line.streamOpened()
    const closed = () => this.#line.streamClosed()
    this.#hints = new Hints({ openHints, person, timers, random, position, news, isLost, beat, opened, closed })
    const decided = (number: number) => number > position() && this.#puller.trigger()
    const lastPull = () => this.#lastPull
    const outdated = () => this.#puller.trigger(true)
    this.#push = new Push({ core, ask: this.#ask, held, connection, caughtUp, decided, outdated, lastPull })
    const retrying = (task: () => Promise<Ran>, mayRun = held, idle = changed) =>
      new RetryingTask(() => this.#attempt(task, mayRun), timers, random, monotonic, idle)
    this.#puller = retrying(() => this.#pull())
    this.#pusher = retrying(
      () => this.#pushAll(),
      held,
      () => this.#planned(),
    )
    this.#handIn = retrying(() => this.#handInAll(), leads)
    this.#uploader = retrying(() => this.#upload())
  }

  get running(): boolean {
    return this.#puller.running || this.#pusher.running || this.#handIn.running || this.#uploader.running
  }

  /** When what waits is sent again because the server could not write, in ms since 1970; null while it writes. */
  get retryAt(): number | null {
    return this.#deps.connection.readOnly ? this.#retryAt : null
  }

  /** When each change is sent again on which the server fails, by its id. */
  get parked(): Readonly<Record<string, number>> {
    return this.#push.parked
  }

  begin(): void {
    this.#hints.open()
    this.#pollLater()
    this.syncAll()
  }

  /** Called when the lock is lost; running work notices by itself. */
  end(): void {
    const { timers } = this.#core.deps
    this.#hints.close()
    this.#line.close()
    timers.clearTimeout(this.#poll)
    timers.clearTimeout(this.#due)
  }

  close(): void {
    this.end()
    this.#puller.close()
    this.#pusher.close()
    this.#handIn.close()
    this.#uploader.close()
  }

  syncAll(): void {
    this.#push.unpark()
    this.#puller.trigger(true)
    this.#pusher.trigger(true)
    this.#uploader.trigger(true)
  }

  /** Call this when a file waits to be uploaded, or its record has come to the server. */
  sendFiles(): void {
    this.#uploader.trigger(true)
  }

  /** Call this when something waits to be sent. */
  send(): void {
    this.#pusher.trigger(this.#push.isDeferring)
  }

  /** Stops listening to hints until sync is resumed. */
  pause(): void {
    this.#hints.close()
  }

  /** The person has signed in again: what was asked before is given up, because its answer may still be a refusal. */
  resume(): void {
    this.#line.endSilent(0)
    this.#hints.open()
    this.syncAll()
  }

  /** Gives up requests on the old network, and looks for the server on the new one. */
  networkChanged(): void {
    this.#line.doubt()
    this.#deps.connection.checking()
    this.syncAll()
    this.#line.endSilent(freshMs)
    this.#hints.reopen()
  }

  /** The server speaks: ends pauses that were meant for its absence, and requests that hang on a dead line. */
  #beat(isFirst: boolean): void {
    const wasLost = this.#line.isLost
    this.#line.heard()
    for (const task of [this.#puller, this.#pusher, this.#uploader]) if (task.waiting) task.trigger(true)
    if (!wasLost && !isFirst) return
    if (this.#deps.connection.kind !== 'online') this.#puller.trigger(true)
    this.#line.endSilent(freshMs)
  }

  /**
   * The server is silent: asks a small question, because what was asked before may only be slow. When a beat is missing,
   * the stream may hang, and its news is missing, too.
   */
  async #probe(): Promise<void> {
    const { held, connection, stopping } = this.#deps
    if (this.#isProbing || !held()) return
    this.#isProbing = true
    const isBeatMissed = this.#line.isBeatMissed
    const answer = await this.#send(userPath, { method: 'GET', headers: {} })
    this.#isProbing = false
    if (stopping.aborted || !held()) return
    if (isUnreachable(answer)) connection.unreachable()
    if (answer.kind === 'none' || !isBeatMissed) return
    this.#hints.reopen()
    this.#puller.trigger(true)
  }

  #dead(): void {
    if (!this.#deps.held()) return
    this.#lost()
    this.#deps.connection.unreachable()
  }

  /** A request could not reach the server: the others would not either. */
  #lost(): void {
    this.#line.lost()
    this.#line.endSilent(probeMs)
    this.#hints.search()
  }

  /** A failure of this device itself (a full disk) is retried like a failure of the network. */
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
    const { connection, held } = this.#deps
    const shown = this.#core.feed.active
    const begun = () => this.#pusher.trigger(true)
    const ran = await pull({ core: this.#core, ask: this.#ask, held, connection, stored: () => this.#stored(), begun })
    if (connection.paused === 'revoked') this.#handIn.trigger(true)
    if (ran !== 'done') return ran
    this.#lastPull = this.#core.deps.monotonic()
    await this.#core.notes.pulled(this.#core.deps.now())
    connection.kept()
    if ((this.#isMaintenanceDue || shown !== this.#core.feed.active) && held()) {
      this.#isMaintenanceDue = false
      await tend(this.#core, held)
    }
    return ran
  }

  async #pushAll(): Promise<Ran> {
    const ran = await this.#push.run()
    if (this.#deps.connection.paused === 'revoked') this.#handIn.trigger(true)
    this.#retryParked()
    if (ran === 'done' && this.#core.files.waiting > 0) this.#uploader.trigger()
    return ran
  }

  #planned(): void {
    const { inMs } = this.#pusher
    if (inMs !== null) this.#retryAt = this.#core.deps.now() + inMs
    this.#deps.changed()
  }

  /** A session that is over, or another person's, is found out by the feed. */
  async #upload(): Promise<Ran> {
    const { core, connection, held } = this.#deps
    return sendFiles({ core, send: this.#send, held, connection, part: this.#part })
  }

  #stored(): void {
    this.#deps.stored()
    if (this.#core.outbox.toSend().length > 0) this.#pusher.trigger()
  }

  /** What the server has not received yet is handed in again after a growing wait. */
  async #handInAll(): Promise<Ran> {
    const isRevoked = () => this.#deps.connection.paused === 'revoked'
    if (!isRevoked()) return 'stop'
    const held = () => this.#deps.leads() && isRevoked()
    const { caughtUp } = this.#deps
    const isWhole = await handIn({ core: this.#core, ask: this.#ask, send: this.#send, held, caughtUp })
    const unrecorded = isWhole ? (await this.#core.shared.all()).length : 0
    // Meanwhile the person may have signed in again, and this store may have made room for another one.
    if (!held()) return 'stop'
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

/** Whether the request could not reach the server, or its answer not this device. */
const isUnreachable = (answer: Answer): boolean => answer.kind === 'none' && !answer.ended && !answer.isTooLong
