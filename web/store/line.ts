// The state of the line to the server: every byte and every beat from the server counts as a sign of life, and silence
// counts against it.
import type { Timers } from './deps.ts'

/** After this long the person is told that the connection is slow. */
const slowMs = 8_000
/** After this long without a sign of life, the store asks whether the server is there. */
const silentMs = 30_000
/** How long the answer to that question may take. */
export const probeMs = 5_000
/** Counted from the last byte. */
const patienceMs = 60_000

export interface LineListener {
  /** A request has been silent for a while. */
  slow(): void
  /** A request that was slow continues. */
  heard(): void
}

/** One request under way. */
export interface Wait {
  readonly signal: AbortSignal
  /** Whether it was given up because the line changed, not because its time was over. */
  readonly ended: boolean
  byte(): void
  readonly giveUp: () => void
  close(): void
}

interface Waiting {
  /** The time of its last byte. */
  since: number
  end(): void
}

export class Line {
  readonly #timers: Timers
  readonly #monotonic: () => number
  readonly #told: LineListener
  readonly #waits = new Set<Waiting>()
  #heardAt: number

  constructor(timers: Timers, monotonic: () => number, told: LineListener) {
    this.#timers = timers
    this.#monotonic = monotonic
    this.#told = told
    this.#heardAt = monotonic()
  }

  /** Time until the line has been silent for too long; 0 when it has. */
  get silentInMs(): number {
    return Math.max(0, silentMs - (this.#monotonic() - this.#heardAt))
  }

  heard(): void {
    this.#heardAt = this.#monotonic()
  }

  /** Called when a request could not reach the server. */
  lost(): void {
    this.#heardAt = -Infinity
  }

  /** Ends requests that have been silent for this long: they hang on a dead line. */
  endSilent(ms: number): void {
    const now = this.#monotonic()
    for (const wait of this.#waits) if (now - wait.since >= ms) wait.end()
  }

  /** `isQuestion`: while the line is silent, the answer must come soon. A request that sends data may take longer. */
  wait(isQuestion: boolean): Wait {
    const patience = isQuestion && this.silentInMs === 0 ? probeMs : patienceMs
    const giveUp = new AbortController()
    const { signal } = giveUp
    let ended = false
    let isSlow = false
    let timer: unknown
    const waitOn = (patienceLeft: number): void => {
      const slowIn = Math.min(slowMs, patienceLeft)
      timer = this.#timers.setTimeout(() => {
        const left = patienceLeft - slowIn
        if (left <= 0) return giveUp.abort()
        if (!isSlow) this.#told.slow()
        isSlow = true
        timer = this.#timers.setTimeout(() => giveUp.abort(), left)
      }, slowIn)
    }
    const waiting: Waiting = {
      since: this.#monotonic(),
      end: () => {
        ended = true
        giveUp.abort()
      },
    }
    this.#waits.add(waiting)
    waitOn(patience)
    return {
      signal,
      get ended() {
        return ended
      },
      byte: () => {
        waiting.since = this.#monotonic()
        this.heard()
        this.#timers.clearTimeout(timer)
        if (isSlow) this.#told.heard()
        isSlow = false
        waitOn(patienceMs)
      },
      giveUp: () => giveUp.abort(),
      close: () => {
        this.#timers.clearTimeout(timer)
        this.#waits.delete(waiting)
      },
    }
  }
}
