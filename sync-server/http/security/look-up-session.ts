// A lookup costs a statement, so lookups are limited: per session once this node has seen it alive, until then per
// address. Made-up cookies do not affect people who are signed in at the same address, nor does a burst of requests keep
// others waiting for a connection.
import type { Context } from 'hono'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import { type Sessions, sidOf } from '#server/auth/sessions.ts'
import { createSemaphoreByKey } from '#server/db/connect/semaphore.ts'
import type { AddressOf } from '#server/http/headers/client-address.ts'
import type { Env } from '#server/http/env.ts'
import { createTokenBuckets } from '#server/http/limits/token-bucket.ts'
import type { RequestLimits } from '#server/http/limits/request-limit.ts'

export type LookUpSession = (context: Context<Env>, secret: string) => ReturnType<Sessions['find']>

const maxKnown = 50_000

/** Per session or address. */
const atOnce = 2
/** Then the request gets 503. */
const waitMs = 5_000

export function sessionLookUp(
  sessions: Pick<Sessions, 'find'>,
  limits: RequestLimits,
  addressOf: AddressOf,
  now: () => Date,
): LookUpSession {
  const [consumeForSession, consumeForAddress] = [createTokenBuckets(now), createTokenBuckets(now)]
  const withSemaphore = createSemaphoreByKey(atOnce, waitMs)
  const known = new Set<string>()
  const consume = (sid: string) => consumeForSession(sid, limits.requestsPerMinute, 1)

  function remember(sid: string): void {
    known.add(sid)
    if (known.size <= maxKnown) return
    for (const oldest of known) return void known.delete(oldest)
  }

  return async (context, secret) => {
    const sid = sidOf(secret)
    const isKnown = known.has(sid)
    const address = isKnown ? '' : addressPrefix(addressOf(context))
    if (isKnown) consume(sid)
    else consumeForAddress(address, limits.anonymousRequestsPerMinute, 1)
    const found = await withSemaphore(isKnown ? sid : address, () => sessions.find(secret))
    if (!found || ('ended' in found && !found.withdrawn)) known.delete(sid)
    else if (!isKnown) {
      remember(sid)
      consume(sid)
    }
    return found
  }
}
