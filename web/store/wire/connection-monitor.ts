// When a byte or heartbeat is overdue, the store probes the server, and the status becomes slow, then lost.
import type { Timers } from '#web/store/base/deps.ts'

/** After this long without a response, probe the server. */
const silentMs = 5_000
const slowMs = 8_000
const silenceLimitMs = 15_000
const heartbeatMs = 20_000
export const probeMs = 5_000
/** Counted from the last byte. */
const timeoutMs = 60_000

const stages = [
  { name: 'silent', ms: silentMs },
  { name: 'slow', ms: slowMs },
  { name: 'dead', ms: silenceLimitMs },
] as const

export interface MonitorListener {
  silent(): void
  slow(): void
  resumed(): void
  dead(): void
}

export interface PendingRequest {
  readonly signal: AbortSignal
  /** Aborted because the network changed, not because of its timeout. */
  readonly ended: boolean
  /** Timed out although the server gave other signs of life meanwhile. */
  readonly isTooLong: boolean
  byte(): void
  readonly abort: () => void
  close(): void
}

interface PendingWait {
  since: number
  isSlow: boolean
  end(): void
}

/**
 * `doubted`: after a change of network the next response must come soon. `lost`: a request could not reach the server.
 */
type State = 'live' | 'doubted' | 'lost'

export class ConnectionMonitor {
  readonly #timers: Timers
  readonly #monotonic: () => number
  readonly #listener: MonitorListener
  readonly #pending = new Set<PendingWait>()
  #state: State = 'live'
  #lastSignAt: number
  #requestedAt: number | null = null
  #openedAt: number | null = null
  /** The next stage of this silence, and when the last one came. */
  #silence = { since: 0, stage: 0, stageAt: -Infinity }
  #isSlow = false
  #timer: unknown
  #timerAt = Infinity

  constructor(timers: Timers, monotonic: () => number, listener: MonitorListener) {
    this.#timers = timers
    this.#monotonic = monotonic
    this.#listener = listener
    this.#lastSignAt = monotonic()
  }

  get isLost(): boolean {
    return this.#state !== 'live'
  }

  get isHeartbeatMissed(): boolean {
    return this.#monotonic() > this.#heartbeatDueAt
  }

  recordActivity(): void {
    this.#lastSignAt = this.#monotonic()
    this.#state = 'live'
    this.#requestedAt = this.#pending.size > 0 ? this.#lastSignAt : null
    if (this.#isSlow && ![...this.#pending].some(({ isSlow }) => isSlow)) this.#listener.resumed()
    this.#isSlow = false
    this.#scheduleCheck()
  }

  streamOpened(): void {
    this.#openedAt = this.#monotonic()
    this.#scheduleCheck()
  }

  streamClosed(): void {
    this.#openedAt = null
  }

  networkChanged(): void {
    this.#state = 'doubted'
  }

  markLost(): void {
    this.#state = 'lost'
  }

  /** Aborts requests that have been silent for this long: they hang on a dead connection. */
  endSilent(ms: number): void {
    const now = this.#monotonic()
    for (const wait of this.#pending) if (now - wait.since >= ms) wait.end()
  }

  close(): void {
    this.#openedAt = null
    this.#timers.clearTimeout(this.#timer)
    this.#timerAt = Infinity
  }

  /** `isSmall`: a request without a body, whose response must arrive soon while the connection is lost. */
  track(isSmall: boolean): PendingRequest {
    const began = this.#monotonic()
    const giveUp = new AbortController()
    const { signal } = giveUp
    let ended = false
    let isTooLong = false
    let timer: unknown
    const waitFor = (timeLeft: number): void => {
      const slowIn = Math.min(slowMs, timeLeft)
      const timeOut = () => {
        isTooLong = this.#lastSignAt > began
        giveUp.abort()
      }
      timer = this.#timers.setTimeout(() => {
        const remaining = timeLeft - slowIn
        if (remaining <= 0) return timeOut()
        if (!waiting.isSlow) this.#listener.slow()
        waiting.isSlow = true
        timer = this.#timers.setTimeout(timeOut, remaining)
      }, slowIn)
    }
    const waiting: PendingWait = {
      since: began,
      isSlow: false,
      end: () => {
        ended = true
        giveUp.abort()
      },
    }
    this.#pending.add(waiting)
    this.#requestedAt ??= began
    waitFor(isSmall ? this.#requestLimitMs : timeoutMs)
    this.#scheduleCheck()
    return {
      signal,
      get ended() {
        return ended
      },
      get isTooLong() {
        return isTooLong
      },
      byte: () => {
        waiting.since = this.#monotonic()
        this.#timers.clearTimeout(timer)
        if (waiting.isSlow) this.#listener.resumed()
        waiting.isSlow = false
        waitFor(timeoutMs)
        this.recordActivity()
      },
      abort: () => giveUp.abort(),
      close: () => {
        this.#timers.clearTimeout(timer)
        this.#pending.delete(waiting)
        if (this.#pending.size === 0) this.#requestedAt = null
      },
    }
  }

  get #requestLimitMs(): number {
    return this.#state === 'doubted' ? probeMs : this.#state === 'lost' ? silenceLimitMs : timeoutMs
  }

  get #heartbeatDueAt(): number {
    return this.#openedAt === null ? Infinity : Math.max(this.#lastSignAt, this.#openedAt) + heartbeatMs
  }

  #scheduleCheck(): void {
    const at = this.#nextStageAt()
    if (at >= this.#timerAt || at === Infinity) return
    this.#timers.clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = this.#timers.setTimeout(() => this.#check(), Math.max(0, at - this.#monotonic()))
  }

  #check(): void {
    this.#timerAt = Infinity
    const now = this.#monotonic()
    const stage = stages[this.#silence.stage]
    if (stage && this.#nextStageAt() <= now) {
      this.#silence.stage++
      this.#silence.stageAt = now
      if (stage.name === 'slow') this.#isSlow = true
      this.#listener[stage.name]()
    }
    this.#scheduleCheck()
  }

  /** A page whose timers slept finds several stages due at once; each still gets its time. */
  #nextStageAt(): number {
    const since = Math.min(this.#requestedAt ?? Infinity, this.#heartbeatDueAt)
    if (since === Infinity || this.isLost) return Infinity
    if (since !== this.#silence.since) this.#silence = { since, stage: 0, stageAt: -Infinity }
    const { stage, stageAt } = this.#silence
    const [before, next] = [stages[stage - 1], stages[stage]]
    return next ? Math.max(since + next.ms, stageAt + next.ms - (before?.ms ?? 0)) : Infinity
  }
}
