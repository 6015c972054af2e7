// How the line to the server is: every byte and every beat of the server's own counts, and so does silence.
import type { Timers } from './deps.ts'

/** After this a person is told that it is slow. */
const slowMs = 8_000
/** Nothing heard for this long: it has to be found out whether anybody is there. */
const silentMs = 30_000
/** How long a question is waited for that finds it out. */
export const probeMs = 5_000
/** From the last byte. */
const patienceMs = 60_000

export interface Told {
  /** A request has been silent for a while. */
  slow(): void
  /** And speaks again. */
  heard(): void
}

/** One request under way. */
export interface Wait {
  readonly signal: AbortSignal
  /** Given up because the line has changed, not because patience was at its end. */
  readonly ended: boolean
  byte(): void
  readonly giveUp: () => void
  close(): void
}

interface Waiting {
  /** When it was last heard of. */
  since: number
  end(): void
}

export class Line {
  readonly #timers: Timers
  readonly #monotonic: () => number
  readonly #told: Told
  readonly #waits = new Set<Waiting>()
  #heardAt: number

  constructor(timers: Timers, monotonic: () => number, told: Told) {
    this.#timers = timers
    this.#monotonic = monotonic
    this.#told = told
    this.#heardAt = monotonic()
  }

  /** How long until its silence is too long; 0 when it is. */
  get silentInMs(): number {
    return Math.max(0, silentMs - (this.#monotonic() - this.#heardAt))
  }

  heard(): void {
    this.#heardAt = this.#monotonic()
  }

  /** A request found nobody there. */
  lost(): void {
    this.#heardAt = -Infinity
  }

  /** Ends what has heard nothing for this long: it hangs on a line that is gone. */
  endSilent(ms: number): void {
    const now = this.#monotonic()
    for (const wait of this.#waits) if (now - wait.since >= ms) wait.end()
  }

  /** `isQuestion`: while nobody is heard, an answer to it must come soon. What is being sent may take its time. */
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
