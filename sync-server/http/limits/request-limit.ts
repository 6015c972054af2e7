// How many requests of any kind may come in a minute: from a session, from a person over all their sessions, and from an
// address without a session. More than people with many tabs make, and fewer than keep a node busy.
import type { MiddlewareHandler } from 'hono'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import type { AddressOf } from '#server/http/headers/client-address.ts'
import type { Env } from '#server/http/env.ts'
import { createTokenBuckets } from './token-bucket.ts'

export interface RequestLimits {
  readonly requestsPerMinute: number
  /** From one address, or one network of IPv6, without a session. */
  readonly anonymousRequestsPerMinute: number
}

/** How many times as many requests a person may make as one of their sessions. */
const sessionsWorth = 3

/** What a session may do is counted when it is looked up. */
export function limitRequests(limits: RequestLimits, addressOf: AddressOf, now: () => Date): MiddlewareHandler<Env> {
  const [consumeForPerson, consumeForAddress] = [createTokenBuckets(now), createTokenBuckets(now)]
  return async function limitRequest(context, next) {
    const [session, withdrawn] = [context.get('session'), context.get('withdrawn')]
    if (session) consumeForPerson(session.viewer.userId, limits.requestsPerMinute * sessionsWorth, 1)
    else if (!withdrawn) consumeForAddress(addressPrefix(addressOf(context)), limits.anonymousRequestsPerMinute, 1)
    return next()
  }
}
