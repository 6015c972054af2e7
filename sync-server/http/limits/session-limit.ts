// Until this node has seen the session alive, requests count for the IP address, so forged cookies do not affect
// signed-in people there.
import type { RequestLimits } from './request-limit.ts'
import { createTokenBuckets } from './token-bucket.ts'

const maxKnown = 50_000

interface CountedRequest {
  readonly countedFor: string
  /** Call it after the lookup. */
  readonly end: (isAlive: boolean) => void
}

export type SessionLimit = (sid: string, address: () => string) => CountedRequest

export function createSessionLimit(limits: RequestLimits, now: () => Date): SessionLimit {
  const [consumeForSession, consumeForAddress] = [createTokenBuckets(now), createTokenBuckets(now)]
  const known = new Set<string>()
  const consume = (sid: string) => consumeForSession(sid, limits.requestsPerMinute, 1)

  function remember(sid: string): void {
    known.add(sid)
    if (known.size <= maxKnown) return
    for (const oldest of known) return void known.delete(oldest)
  }

  return (sid, address) => {
    const isKnown = known.has(sid)
    const countedFor = isKnown ? sid : address()
    if (isKnown) consume(sid)
    else consumeForAddress(countedFor, limits.anonymousRequestsPerMinute, 1)
    return {
      countedFor,
      end(isAlive) {
        if (!isAlive) known.delete(sid)
        else if (!isKnown) {
          remember(sid)
          consume(sid)
        }
      },
    }
  }
}
