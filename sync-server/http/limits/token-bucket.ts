// What somebody may spend in a minute, counted in memory at this node. A purse fills up steadily.
import { rateLimited } from '#server/http/errors.ts'

const minute = 60_000

interface Purse {
  readonly left: number
  readonly at: number
}

/** Spends from the purse of `owner`, which holds `limit` and gets as much each minute; throws when it is empty. */
export type SpendFrom = (owner: string, limit: number, cost: number) => void

/**
 * An owner with anything left may spend more than that, and is in debt afterwards. Otherwise a request larger than the
 * limit would never be accepted.
 */
export function createPurses(now: () => Date): SpendFrom {
  const purses = new Map<string, Purse>()
  let swept = 0

  /** A purse without a debt that was not used for a minute is full again, so it need not be kept. */
  function sweep(at: number): void {
    if (Math.abs(at - swept) < minute) return
    swept = at
    for (const [owner, purse] of purses) if (purse.left >= 0 && at - purse.at >= minute) purses.delete(owner)
  }

  return (owner, limit, cost) => {
    const at = now().getTime()
    sweep(at)
    const before = purses.get(owner) ?? { left: limit, at }
    const passed = at - before.at
    const left = Math.min(limit, before.left + (Math.max(0, passed) / minute) * limit)
    // The clock was turned back: the purse fills up from now on.
    if (passed < 0) purses.set(owner, { left, at })
    if (left < 1) throw rateLimited(Math.ceil((((1 - left) / limit) * minute) / 1_000))
    purses.set(owner, { left: left - cost, at })
  }
}
