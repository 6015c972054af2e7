import type { MiddlewareHandler } from 'hono'
import { personOfCookie, sessionSecret, setPersonCookie } from './cookie.ts'
import type { Sessions } from '../auth/sessions.ts'

/**
 * A page without the readable cookie treats its browser as a newcomer's and asks nobody. A session from before that
 * cookie, or one whose cookie was lost, therefore gets it together with the page.
 */
export const tellPerson = (sessions: Sessions, isSecure: boolean): MiddlewareHandler =>
  async function setPerson(context, next) {
    const secret = personOfCookie(context) ? undefined : sessionSecret(context, isSecure)
    const found = secret ? await sessions.find(secret) : null
    if (found && 'person' in found) setPersonCookie(context, isSecure, found.person.id)
    await next()
  }
