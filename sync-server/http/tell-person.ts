import type { MiddlewareHandler } from 'hono'
import { personOfCookie, sessionSecret, setPersonCookie } from './cookie.ts'
import type { Sessions } from '../auth/sessions.ts'

/**
 * The page takes a browser without the readable cookie for a newcomer's and asks nobody: a session from before that cookie,
 * or one whose cookie was lost, gets it with the page.
 */
export const tellPerson = (sessions: Sessions, isSecure: boolean): MiddlewareHandler =>
  async function setPerson(context, next) {
    const secret = personOfCookie(context) ? undefined : sessionSecret(context, isSecure)
    const found = secret ? await sessions.find(secret) : null
    if (found && 'person' in found) setPersonCookie(context, isSecure, found.person.id)
    await next()
  }
