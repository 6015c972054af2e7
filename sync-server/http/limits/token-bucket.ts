import { rateLimited } from '#server/http/errors.ts'

const minute = 60_000

interface TokenBucket {
  readonly available: number
  readonly updatedAt: number
}

export type ConsumeTokens = (owner: string, limit: number, cost: number) => void

/** A larger cost leaves a debt; otherwise a request above the limit would never pass. */
export function createTokenBuckets(now: () => Date): ConsumeTokens {
  const buckets = new Map<string, TokenBucket>()
  let lastCleanup = 0

  /** A full bucket need not be kept. */
  function removeFullBuckets(at: number): void {
    if (Math.abs(at - lastCleanup) < minute) return
    lastCleanup = at
    for (const [owner, bucket] of buckets)
      if (bucket.available >= 0 && at - bucket.updatedAt >= minute) buckets.delete(owner)
  }

  return (owner, limit, cost) => {
    const at = now().getTime()
    removeFullBuckets(at)
    const before = buckets.get(owner) ?? { available: limit, updatedAt: at }
    const passed = at - before.updatedAt
    const left = Math.min(limit, before.available + (Math.max(0, passed) / minute) * limit)
    // The clock was set back.
    if (passed < 0) buckets.set(owner, { available: left, updatedAt: at })
    if (left < 1) throw rateLimited(Math.ceil((((1 - left) / limit) * minute) / 1_000))
    buckets.set(owner, { available: left - cost, updatedAt: at })
  }
}
