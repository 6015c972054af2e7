import type { Counter, Counters } from '#server/auth/counters.ts'
import { rateLimited } from '#server/http/errors.ts'

export async function requireWithinLimit(counters: Counters, limits: readonly Counter[]): Promise<void> {
  if (await counters.count(limits)) return
  const seconds = Math.max(1, ...(await counters.waits(limits)))
  throw rateLimited(seconds)
}
