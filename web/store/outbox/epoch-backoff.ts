// Delays following new epochs that come in quick succession, because each one costs a whole pull.
import type { NewEpoch } from './outbox-documents.ts'

const closeMs = 10 * 60_000
const firstWaitMs = 60_000
const longestWaitMs = 60 * 60_000

export class EpochBackoff {
  #waiting: { readonly until: number; readonly streak: number } | undefined

  /** `last` is the epoch followed last; waits use the monotonic clock. */
  check(last: Pick<NewEpoch, 'at' | 'streak'> | undefined, now: number, monotonic: number) {
    const isNew = this.#waiting === undefined
    if (!this.#waiting) {
      // A remembered time later than now counts as now.
      const isClose = last !== undefined && now - Math.min(last.at, now) < closeMs
      if (!isClose) return { ms: 0, isNew, streak: 0 }
      const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** last.streak)
      this.#waiting = { until: monotonic + wait, streak: last.streak + 1 }
    }
    const { until, streak } = this.#waiting
    if (until <= monotonic) this.#waiting = undefined
    return { ms: Math.max(0, until - monotonic), isNew, streak }
  }
}
