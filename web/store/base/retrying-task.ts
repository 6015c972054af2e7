// Runs one task at a time, with exponential backoff. A trigger during a run starts another run.
import type { Timers } from './deps.ts'

export type RunResult =
  | 'done'
  /** Waits for the next trigger. */
  | 'stop'
  | { readonly again: 'now' }
  | { readonly again: 'later'; readonly notBeforeMs: number | null }

const firstWaitMs = 1_000
const maxWaitMs = 60_000
/** The server responds, and knows when to try again. */
const maxWaitForServerMs = 8_000

export class RetryingTask {
  readonly #task: () => Promise<RunResult>
  readonly #timers: Timers
  readonly #random: () => number
  readonly #monotonic: () => number
  readonly #idle: () => void
  #running = false
  #runAgain = false
  #urgent = false
  #closed = false
  #failures = 0
  #notBefore = 0
  #timer: unknown
  #dueAt = 0

  constructor(
    task: () => Promise<RunResult>,
    timers: Timers,
    random: () => number,
    monotonic: () => number,
    idle: () => void,
  ) {
    this.#task = task
    this.#timers = timers
    this.#random = random
    this.#monotonic = monotonic
    this.#idle = idle
  }

  get running(): boolean {
    return this.#running
  }

  get waiting(): boolean {
    return this.#timer !== undefined
  }

  get inMs(): number | null {
    return this.#timer === undefined ? null : Math.max(0, this.#dueAt - this.#monotonic())
  }

  /** Runs now, or as soon as the server allows; during a backoff only when `urgent`. */
  trigger(urgent = false): void {
    if (this.#closed) return
    if (this.#running) {
      this.#runAgain = true
      this.#urgent ||= urgent
      return
    }
    if (this.#timer !== undefined && !urgent) return
    const wait = this.#notBefore - this.#monotonic()
    if (wait > 0) return this.#runIn(wait)
    this.#cancel()
    void this.#run()
  }

  close(): void {
    this.#closed = true
    this.#cancel()
  }

  async #run(): Promise<void> {
    this.#running = true
    this.#runAgain = false
    this.#urgent = false
    const result = await this.#task()
    this.#running = false
    if (this.#closed) return
    if (result === 'done') this.#failures = 0
    const runsAgain = this.#shouldRunAgain(result)
    if (result !== 'done' && result !== 'stop' && result.again === 'later' && !runsAgain)
      this.#backOff(result.notBeforeMs)
    if (runsAgain) return void this.#run()
    this.#idle()
  }

  /** A run during which the network came back may have failed because of the old network. */
  #shouldRunAgain(ran: RunResult): boolean {
    if (ran === 'done') return this.#runAgain
    if (ran === 'stop') return this.#urgent
    return ran.again === 'now' || (this.#urgent && ran.notBeforeMs === null)
  }

  #backOff(notBeforeMs: number | null): void {
    const most = notBeforeMs === null ? maxWaitMs : maxWaitForServerMs
    const wait = Math.min(most, firstWaitMs * 2 ** this.#failures++) * (0.5 + this.#random() / 2)
    if (notBeforeMs !== null) this.#notBefore = this.#monotonic() + notBeforeMs
    this.#runIn(Math.max(wait, notBeforeMs ?? 0))
  }

  #runIn(ms: number): void {
    this.#cancel()
    this.#dueAt = this.#monotonic() + ms
    this.#timer = this.#timers.setTimeout(() => {
      this.#timer = undefined
      if (!this.#running && !this.#closed) void this.#run()
    }, ms)
  }

  #cancel(): void {
    if (this.#timer === undefined) return
    this.#timers.clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
