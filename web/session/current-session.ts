// A response may be older than the cookie, which changes at once on sign-in and sign-out.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { AskSession, SessionAnswer } from './ask-session.ts'

const unreachable: SessionAnswer = { kind: 'unreachable' }
const maxRequests = 3

export interface CurrentSession {
  ask(): Promise<SessionAnswer>
  stop(): void
}

/**
 * A response counts if it matches the cookie, or the cookie did not change meanwhile. If the cookie names another
 * person, only the second response counts.
 */
export function createCurrentSession(askSession: AskSession, cookie: PersonCookie): CurrentSession {
  let stop = (): void => {}
  async function ask(): Promise<SessionAnswer> {
    for (let attempt = 1; attempt <= maxRequests; attempt++) {
      const cookiePersonBefore = cookie.read()
      const answer = await Promise.race([
        askSession(),
        new Promise<SessionAnswer>((resolve) => (stop = () => resolve(unreachable))),
      ])
      if (answer.kind === 'unreachable') return answer
      const id = answer.kind === 'user' ? answer.identity.id : null
      const cookiePerson = cookie.read()
      if (cookiePerson === id) return answer
      const mayBeOutdated = cookiePerson !== cookiePersonBefore || (id !== null && cookiePerson === endedPerson)
      const isContradicted = id !== null && cookiePerson !== null && attempt === 1
      if (mayBeOutdated || isContradicted) continue
      if (id !== null) cookie.set(id)
      return answer
    }
    return unreachable
  }
  return { ask, stop: () => stop() }
}
