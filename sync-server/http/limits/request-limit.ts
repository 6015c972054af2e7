// Counts requests per person over all sessions, and per address without a session. See also session-limit.ts.
import type { MiddlewareHandler } from 'hono'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import type { AddressOf } from '#server/http/headers/client-address.ts'
import type { Env } from '#server/http/env.ts'
import { createTokenBuckets } from './token-bucket.ts'

export interface RequestLimits {
  readonly requestsPerMinute: number
  readonly anonymousRequestsPerMinute: number
}

const sessionsPerPerson = 3

export function limitRequests(limits: RequestLimits, addressOf: AddressOf, now: () => Date): MiddlewareHandler<Env> {
  const [consumeForPerson, consumeForAddress] = [createTokenBuckets(now), createTokenBuckets(now)]
  return async function limitRequest(context, next) {
    const [session, revoked] = [context.get('session'), context.get('revokedDevice')]
    if (session) consumeForPerson(session.viewer.userId, limits.requestsPerMinute * sessionsPerPerson, 1)
    else if (!revoked) consumeForAddress(addressPrefix(addressOf(context)), limits.anonymousRequestsPerMinute, 1)
    return next()
  }
}
