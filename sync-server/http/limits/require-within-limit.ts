import type { Counter, Counters } from '#server/auth/counters.ts'
import { rateLimited } from '#server/http/errors.ts'

export async function requireWithinLimit(counters: Counters, of: readonly Counter[]): Promise<void> {
  if (await counters.count(of)) return
  const seconds = Math.max(1, ...(await counters.waits(of)))
  throw rateLimited(seconds)
}
