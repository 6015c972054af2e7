// What somebody may spend in a minute, counted in memory at this node. A bucket fills up steadily.
import { rateLimited } from '#server/http/errors.ts'

const minute = 60_000

interface TokenBucket {
  readonly available: number
  readonly updatedAt: number
}

/** Spends from the bucket of `owner`, which holds `limit` and gets as much each minute; throws when it is empty. */
export type ConsumeTokens = (owner: string, limit: number, cost: number) => void

/**
 * An owner with anything left may spend more than that, and is in debt afterwards. Otherwise a request larger than the
 * limit would never be accepted.
 */
export function createTokenBuckets(now: () => Date): ConsumeTokens {
  const buckets = new Map<string, TokenBucket>()
  let swept = 0

  /** A bucket without a debt that was not used for a minute is full again, so it need not be kept. */
  function sweep(at: number): void {
    if (Math.abs(at - swept) < minute) return
    swept = at
    for (const [owner, bucket] of buckets)
      if (bucket.available >= 0 && at - bucket.updatedAt >= minute) buckets.delete(owner)
  }

  return (owner, limit, cost) => {
    const at = now().getTime()
    sweep(at)
    const before = buckets.get(owner) ?? { available: limit, updatedAt: at }
    const passed = at - before.updatedAt
    const left = Math.min(limit, before.available + (Math.max(0, passed) / minute) * limit)
    // The clock was turned back: the bucket fills up from now on.
    if (passed < 0) buckets.set(owner, { available: left, updatedAt: at })
    if (left < 1) throw rateLimited(Math.ceil((((1 - left) / limit) * minute) / 1_000))
    buckets.set(owner, { available: left - cost, updatedAt: at })
  }
}
