// Only the scheduler advances it. A device's clock may be wrong.
import type { Timers } from '#web/store/base/deps.ts'
import { settle } from '../turns.ts'

interface Alarm {
  readonly at: number
  readonly run: () => void
  /** A timer may be due while its owner is frozen. */
  readonly clear: () => void
  readonly owner: object
}

export class Clock {
  #now = Date.parse('2026-03-01T08:00:00.000Z')
  readonly #alarms = new Set<Alarm>()
  readonly #gone = new WeakSet<object>()

  readonly now = (): number => this.#now

  timersOf(owner: object, deliver: (event: () => void) => void = (event) => event()): Timers {
    return {
      setTimeout: (run, ms) => {
        let isCleared = false
        const alarm = {
          at: this.#now + Math.max(0, ms),
          run: () => deliver(() => isCleared || run()),
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

  forget(owner: object): void {
    this.#gone.add(owner)
    for (const alarm of this.#alarms) if (alarm.owner === owner) this.#alarms.delete(alarm)
  }

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

  /** A device sleeps: everything due meanwhile is due once. */
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
