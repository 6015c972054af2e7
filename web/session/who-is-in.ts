// Which of the server's answers count. An answer may be older than the cookie, which tells at once who has signed in or out.
import { endedPerson } from '#schema/protocol.ts'
import type { PersonCookie } from './person-cookie.ts'
import type { AskWho, Who } from './who.ts'

const unreachable: Who = { kind: 'unreachable' }
const mostAnswers = 3

export interface WhoIsIn {
  ask(): Promise<Who>
  /** Whoever logs out does not wait to be told who they are. */
  stop(): void
}

/** An answer counts when the cookie agrees, or has stayed as it was; with another person in it, only the second time. */
export function createWhoIsIn(askWho: AskWho, cookie: PersonCookie): WhoIsIn {
  let stop = (): void => {}
  async function ask(): Promise<Who> {
    for (let times = 1; times <= mostAnswers; times++) {
      const before = cookie.read()
      const who = await Promise.race([askWho(), new Promise<Who>((resolve) => (stop = () => resolve(unreachable)))])
      if (who.kind === 'unreachable') return who
      const id = who.kind === 'user' ? who.identity.id : null
      const said = cookie.read()
      if (said === id) return who
      const mayBeOlder = said !== before || (id !== null && said === endedPerson)
      const isContradicted = id !== null && said !== null && times === 1
      if (mayBeOlder || isContradicted) continue
      if (id !== null) cookie.say(id)
      return who
    }
    return unreachable
  }
  return { ask, stop: () => stop() }
}
