import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '#server/http/env.ts'
import { clearSessionCookie, hasLoggedOut, sessionSecret } from '#server/http/headers/sign-in-cookies.ts'
import type { Session } from '#server/auth/sessions.ts'
import type { LookUpSession } from './look-up-session.ts'
import { requireNotSuspended } from './require-not-suspended.ts'

export type EndSession = (context: Context<Env>, session: Session) => Promise<void>

export const findSession = (lookUp: LookUpSession, endSession: EndSession, isSecure: boolean): MiddlewareHandler<Env> =>
  async function setSession(context, next) {
    const secret = sessionSecret(context, isSecure)
    const found = secret ? await lookUp(context, secret) : null
    let session = found && 'person' in found ? found : null
    if (session && hasLoggedOut(context)) {
      await endSession(context, session)
      clearSessionCookie(context, isSecure)
      session = null
    }
    requireNotSuspended(context, found?.isSuspended ?? false)
    context.set('session', session)
    context.set('ended', found && 'ended' in found ? found.ended : null)
    context.set('revokedDevice', found && 'ended' in found ? found.revokedDevice : null)
    await next()
  }
