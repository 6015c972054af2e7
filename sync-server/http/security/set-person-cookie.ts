import type { Context, MiddlewareHandler } from 'hono'
import { personOfCookie, sessionSecret, setPersonCookie } from '#server/http/headers/sign-in-cookies.ts'
import type { Env } from '#server/http/env.ts'
import { RequestError } from '#server/http/errors.ts'
import type { LookUpSession } from './look-up-session.ts'

/** Without the readable cookie a page treats its visitor as new. Above the limit the page comes alone. */
export const restorePersonCookie = (lookUp: LookUpSession, isSecure: boolean): MiddlewareHandler<Env> =>
  async function setPerson(context, next) {
    const secret = personOfCookie(context) ? undefined : sessionSecret(context, isSecure)
    const found = secret ? await lookUpWithinLimit(lookUp, context, secret) : null
    if (found && 'person' in found) setPersonCookie(context, isSecure, found.person.id)
    await next()
  }

async function lookUpWithinLimit(
  lookUp: LookUpSession,
  context: Context<Env>,
  secret: string,
): ReturnType<LookUpSession> {
  try {
    return await lookUp(context, secret)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'RATE_LIMITED') return null
    throw error
  }
}
