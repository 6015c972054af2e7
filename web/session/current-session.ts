// A response may be older than the cookie, which changes immediately on sign-in and sign-out.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { FetchSession, SessionResult } from './fetch-session.ts'

const unreachable: SessionResult = { kind: 'unreachable' }
const maxRequests = 3

export interface CurrentSession {
  check(): Promise<SessionResult>
  stop(): void
}

/**
 * A response counts if it matches the cookie, or the cookie did not change meanwhile. If the cookie names another
 * person, only the second response counts.
 */
export function createCurrentSession(fetchSession: FetchSession, cookie: PersonCookie): CurrentSession {
  let stop = (): void => {}
  async function check(): Promise<SessionResult> {
    for (let attempt = 1; attempt <= maxRequests; attempt++) {
      const cookiePersonBefore = cookie.read()
      const result = await Promise.race([
        fetchSession(),
        new Promise<SessionResult>((resolve) => (stop = () => resolve(unreachable))),
      ])
      if (result.kind === 'unreachable') return result
      const id = result.kind === 'user' ? result.identity.id : null
      const cookiePerson = cookie.read()
      if (cookiePerson === id) return result
      const mayBeOutdated = cookiePerson !== cookiePersonBefore || (id !== null && cookiePerson === endedPerson)
      const isContradicted = id !== null && cookiePerson !== null && attempt === 1
      if (mayBeOutdated || isContradicted) continue
      if (id !== null) cookie.set(id)
      return result
    }
    return unreachable
  }
  return { check, stop: () => stop() }
}
