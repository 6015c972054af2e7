// Following an epoch costs a whole pull.
import type { NewEpoch } from './outbox-documents.ts'

const recentMs = 10 * 60_000
const firstWaitMs = 60_000
const maxWaitMs = 60 * 60_000

export class EpochBackoff {
  #wait: { readonly until: number; readonly streak: number } | undefined

  /** `last` is the epoch followed last; waits use the monotonic clock. */
  check(last: Pick<NewEpoch, 'at' | 'streak'> | undefined, now: number, monotonic: number) {
    const isNew = this.#wait === undefined
    if (!this.#wait) {
      // A remembered time later than now counts as now.
      const isRecent = last !== undefined && now - Math.min(last.at, now) < recentMs
      if (!isRecent) return { ms: 0, isNew, streak: 0 }
      const wait = Math.min(maxWaitMs, firstWaitMs * 2 ** last.streak)
      this.#wait = { until: monotonic + wait, streak: last.streak + 1 }
    }
    const { until, streak } = this.#wait
    if (until <= monotonic) this.#wait = undefined
    return { ms: Math.max(0, until - monotonic), isNew, streak }
  }
}
