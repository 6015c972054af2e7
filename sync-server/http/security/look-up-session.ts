// A burst of requests does not keep others waiting for a connection.
import type { Context } from 'hono'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import { type Sessions, sidOf } from '#server/auth/sessions.ts'
import { createSemaphoreByKey } from '#server/db/connect/semaphore.ts'
import type { AddressOf } from '#server/http/headers/client-address.ts'
import type { Env } from '#server/http/env.ts'
import type { RequestLimits } from '#server/http/limits/request-limit.ts'
import { createSessionLimit } from '#server/http/limits/session-limit.ts'

export type LookUpSession = (context: Context<Env>, secret: string) => ReturnType<Sessions['find']>

const concurrency = 2
const waitMs = 5_000

export function sessionLookUp(
  sessions: Pick<Sessions, 'find'>,
  limits: RequestLimits,
  addressOf: AddressOf,
  now: () => Date,
): LookUpSession {
  const countRequest = createSessionLimit(limits, now)
  const withSemaphore = createSemaphoreByKey(concurrency, waitMs)

  return async (context, secret) => {
    const sid = sidOf(secret)
    const { countedFor, end } = countRequest(sid, () => addressPrefix(addressOf(context)))
    const found = await withSemaphore(countedFor, () => sessions.find(secret))
    end(found !== null && !('ended' in found && !found.revokedDevice))
    return found
  }
}
