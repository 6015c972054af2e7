import type { Timers } from '#web/store/base/deps.ts'

interface Timer {
  readonly at: number
  readonly run: () => void
}

export class Clock implements Timers {
  #now = Date.parse('2026-03-01T08:00:00.000Z')
  readonly #timers = new Set<Timer>()

  readonly now = (): number => this.#now

  setTimeout(run: () => void, ms: number): unknown {
    const timer = { at: this.#now + ms, run }
    this.#timers.add(timer)
    return timer
  }

  clearTimeout(handle: unknown): void {
    this.#timers.delete(handle as Timer)
  }

  get waits(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b)
  }

  /** A closed laptop: timers due meanwhile run once. */
  sleep(ms: number): void {
    this.#now += ms
    const due = [...this.#timers].filter(({ at }) => at <= this.#now)
    for (const timer of due) if (this.#timers.delete(timer)) timer.run()
  }

  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
    }
    this.#now = end
  }
}
