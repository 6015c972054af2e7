// Time that passes only when the scheduler says so. Devices may believe that it is another hour than it is.
import type { Timers } from '#web/store/base/deps.ts'
import { settle } from '../turns.ts'

interface Alarm {
  readonly at: number
  readonly run: () => void
  /** Cancels it; it may be due already while its owner is frozen. */
  readonly clear: () => void
  readonly owner: object
}

export class Clock {
  #now = Date.parse('2026-03-01T08:00:00.000Z')
  readonly #alarms = new Set<Alarm>()
  readonly #gone = new WeakSet<object>()

  readonly now = (): number => this.#now

  /** `hear` tells the owner that the time has come. */
  timersOf(owner: object, hear: (news: () => void) => void = (news) => news()): Timers {
    return {
      setTimeout: (run, ms) => {
        let isCleared = false
        const alarm = {
          at: this.#now + Math.max(0, ms),
          run: () => hear(() => isCleared || run()),
          clear: () => (isCleared = true),
          owner,
        }
        if (!this.#gone.has(owner)) this.#alarms.add(alarm)
        return alarm
      },
      clearTimeout: (handle) => {
        ;(handle as Alarm | undefined)?.clear()
        this.#alarms.delete(handle as Alarm)
      },
    }
  }

  /** The timers of a crashed owner are never called. */
  forget(owner: object): void {
    this.#gone.add(owner)
    for (const alarm of this.#alarms) if (alarm.owner === owner) this.#alarms.delete(alarm)
  }

  /** The time until the next timer; undefined when there is none. */
  get next(): number | undefined {
    const first = this.#first(Infinity)
    return first && Math.max(0, first.at - this.#now)
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (let next = this.#first(end); next; next = this.#first(end)) {
      this.#alarms.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await settle()
    }
    this.#now = end
  }

  /** Lids are closed and opened much later: everything due meanwhile is due once. */
  async sleep(ms: number): Promise<void> {
    this.#now += ms
    for (const alarm of [...this.#alarms].filter(({ at }) => at <= this.#now)) {
      if (!this.#alarms.delete(alarm)) continue
      alarm.run()
      await settle()
    }
  }

  #first(end: number): Alarm | undefined {
    let first: Alarm | undefined
    for (const alarm of this.#alarms) if (alarm.at <= end && (!first || alarm.at < first.at)) first = alarm
    return first
  }
}
