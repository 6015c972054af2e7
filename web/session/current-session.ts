// A response may be older than the cookie, which changes at once on sign-in and sign-out.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { AskSession, SessionAnswer } from './ask-session.ts'

const unreachable: SessionAnswer = { kind: 'unreachable' }
const mostAnswers = 3

export interface WhoIsIn {
  ask(): Promise<SessionAnswer>
  /** Ends a pending request: a logout does not wait for it. */
  stop(): void
}

/**
 * It counts if it matches the cookie, or the cookie did not change meanwhile. If the cookie names another person, only
 * the second response counts.
 */
export function createWhoIsIn(askSession: AskSession, cookie: PersonCookie): WhoIsIn {
  let stop = (): void => {}
  async function ask(): Promise<SessionAnswer> {
    for (let times = 1; times <= mostAnswers; times++) {
      const before = cookie.read()
      const who = await Promise.race([
        askSession(),
        new Promise<SessionAnswer>((resolve) => (stop = () => resolve(unreachable))),
      ])
      if (who.kind === 'unreachable') return who
      const id = who.kind === 'user' ? who.identity.id : null
      const cookiePerson = cookie.read()
      if (cookiePerson === id) return who
      const mayBeOlder = cookiePerson !== before || (id !== null && cookiePerson === endedPerson)
      const isContradicted = id !== null && cookiePerson !== null && times === 1
      if (mayBeOlder || isContradicted) continue
      if (id !== null) cookie.set(id)
      return who
    }
    return unreachable
  }
  return { ask, stop: () => stop() }
}
