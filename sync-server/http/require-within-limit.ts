import type { Counter, Counters } from '../auth/counters.ts'
import { rateLimited } from './errors.ts'

/** Counts, or refuses with the time after which it may be asked again. */
export async function requireWithinLimit(counters: Counters, of: readonly Counter[]): Promise<void> {
  if (await counters.count(of)) return
  const seconds = Math.max(1, ...(await counters.waits(of)))
  throw rateLimited(seconds)
}
