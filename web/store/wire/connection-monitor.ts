// The state of the line to the server: every byte and every beat from the server counts as a sign of life. When none
// comes although one is due, the store asks a small question, and people learn that the connection is slow, then lost.
import type { Timers } from '#web/store/base/deps.ts'

/** After this long without an answer, the store asks whether the server is there. */
const askMs = 5_000
/** After this long the person is told that the connection is slow. */
const slowMs = 8_000
/** After this long without any sign of life the line counts as dead. */
const deadMs = 15_000
/** How often an open stream beats. */
const beatMs = 20_000
/** How long the first answer may take after the network has changed. */
export const probeMs = 5_000
/** Counted from the last byte. */
const patienceMs = 60_000

const stages = [
  { name: 'silent', ms: askMs },
  { name: 'slow', ms: slowMs },
  { name: 'dead', ms: deadMs },
] as const

export interface MonitorListener {
  /** A sign of life is due, and the server should be asked for one. */
  silent(): void
  /** A request has been silent for a while. */
  slow(): void
  /** What was slow continues. */
  heard(): void
  /** No sign of life has come for too long. */
  dead(): void
}

/** One request under way. */
export interface Wait {
  readonly signal: AbortSignal
  /** Whether it was given up because the line changed, not because its time was over. */
  readonly ended: boolean
  /** Whether its time was over although the server has shown meanwhile that it is there. */
  readonly isTooLong: boolean
  byte(): void
  readonly giveUp: () => void
  close(): void
}

interface Waiting {
  /** The time of its last byte. */
  since: number
  isSlow: boolean
  end(): void
}

/**
 * `doubted`: the network has changed, so the next answer must come soon. `lost`: a request could not reach the server.
 */
type State = 'live' | 'doubted' | 'lost'

export class Line {
  readonly #timers: Timers
  readonly #monotonic: () => number
  readonly #told: MonitorListener
  readonly #waits = new Set<Waiting>()
  #state: State = 'live'
  #heardAt: number
  /** When the first request was made that has had no sign of life since. */
  #askedAt: number | null = null
  /** When the stream was opened; null while none is open. */
  #openedAt: number | null = null
  /** The stage of this silence that comes next, and when the last one came. */
  #silence = { since: 0, stage: 0, stageAt: -Infinity }
  #isSlow = false
  #timer: unknown
  #timerAt = Infinity

  constructor(timers: Timers, monotonic: () => number, told: MonitorListener) {
    this.#timers = timers
    this.#monotonic = monotonic
    this.#told = told
    this.#heardAt = monotonic()
  }

  get isLost(): boolean {
    return this.#state !== 'live'
  }

  /** Whether the open stream should have beaten by now. */
  get isBeatMissed(): boolean {
    return this.#monotonic() > this.#beatDue
  }

  heard(): void {
    this.#heardAt = this.#monotonic()
    this.#state = 'live'
    this.#askedAt = this.#waits.size > 0 ? this.#heardAt : null
    if (this.#isSlow && ![...this.#waits].some(({ isSlow }) => isSlow)) this.#told.heard()
    this.#isSlow = false
    this.#watch()
  }

  /** A stream is open, so that beats are due. */
  streamOpened(): void {
    this.#openedAt = this.#monotonic()
    this.#watch()
  }

  streamClosed(): void {
    this.#openedAt = null
  }

  /** Called when the network has changed. */
  doubt(): void {
    this.#state = 'doubted'
  }

  /** Called when a request could not reach the server. */
  lost(): void {
    this.#state = 'lost'
  }

  /** Ends requests that have been silent for this long: they hang on a dead line. */
  endSilent(ms: number): void {
    const now = this.#monotonic()
    for (const wait of this.#waits) if (now - wait.since >= ms) wait.end()
  }

  close(): void {
    this.#openedAt = null
    this.#timers.clearTimeout(this.#timer)
    this.#timerAt = Infinity
  }

  /** `isQuestion`: while the line is lost, the answer must come soon. A request that sends data may take longer. */
  wait(isQuestion: boolean): Wait {
    const began = this.#monotonic()
    const giveUp = new AbortController()
    const { signal } = giveUp
    let ended = false
    let isTooLong = false
    let timer: unknown
    const waitOn = (patienceLeft: number): void => {
      const slowIn = Math.min(slowMs, patienceLeft)
      const timeOut = () => {
        isTooLong = this.#heardAt > began
        giveUp.abort()
      }
      timer = this.#timers.setTimeout(() => {
        const left = patienceLeft - slowIn
        if (left <= 0) return timeOut()
        if (!waiting.isSlow) this.#told.slow()
        waiting.isSlow = true
        timer = this.#timers.setTimeout(timeOut, left)
      }, slowIn)
    }
    const waiting: Waiting = {
      since: began,
      isSlow: false,
      end: () => {
        ended = true
        giveUp.abort()
      },
    }
    this.#waits.add(waiting)
    this.#askedAt ??= began
    waitOn(isQuestion ? this.#questionMs : patienceMs)
    this.#watch()
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
        if (waiting.isSlow) this.#told.heard()
        waiting.isSlow = false
        waitOn(patienceMs)
        this.heard()
      },
      giveUp: () => giveUp.abort(),
      close: () => {
        this.#timers.clearTimeout(timer)
        this.#waits.delete(waiting)
        if (this.#waits.size === 0) this.#askedAt = null
      },
    }
  }

  get #questionMs(): number {
    return this.#state === 'doubted' ? probeMs : this.#state === 'lost' ? deadMs : patienceMs
  }

  get #beatDue(): number {
    return this.#openedAt === null ? Infinity : Math.max(this.#heardAt, this.#openedAt) + beatMs
  }

  /** Plans the next stage of a silence: none while nothing is due, or once the line is lost. */
  #watch(): void {
    const at = this.#nextStageAt()
    if (at >= this.#timerAt || at === Infinity) return
    this.#timers.clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = this.#timers.setTimeout(() => this.#look(), Math.max(0, at - this.#monotonic()))
  }

  #look(): void {
    this.#timerAt = Infinity
    const now = this.#monotonic()
    const stage = stages[this.#silence.stage]
    if (stage && this.#nextStageAt() <= now) {
      this.#silence.stage++
      this.#silence.stageAt = now
      if (stage.name === 'slow') this.#isSlow = true
      this.#told[stage.name]()
    }
    this.#watch()
  }

  /**
   * A page whose timers slept finds several stages due at once: each has its time nevertheless, so that nothing counts as
   * lost before it was asked for.
   */
  #nextStageAt(): number {
    const since = Math.min(this.#askedAt ?? Infinity, this.#beatDue)
    if (since === Infinity || this.isLost) return Infinity
    if (since !== this.#silence.since) this.#silence = { since, stage: 0, stageAt: -Infinity }
    const { stage, stageAt } = this.#silence
    const [before, next] = [stages[stage - 1], stages[stage]]
    return next ? Math.max(since + next.ms, stageAt + next.ms - (before?.ms ?? 0)) : Infinity
  }
}
