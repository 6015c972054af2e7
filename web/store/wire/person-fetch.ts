// Every request names the person, and none is made while the session belongs to another person.
import { personHeader, protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import type { Fetch, SignedIn } from '#web/store/base/deps.ts'

const refusal = () =>
  Response.json(
    { code: 'OTHER_PERSON', message: 'Unauthorized' },
    { status: 401, headers: { [protocolHeader]: String(protocolVersion) } },
  )

/** `signedIn` returns a person's id, `ended`, or null if unknown. */
export function createPersonFetch(person: string, fetch: Fetch, signedIn: SignedIn = () => null): Fetch {
  return async (path, init) => {
    const current = await signedIn()
    if (current !== null && current !== person) return refusal()
    const headers = new Headers(init.headers)
    headers.set(personHeader, person)
    return fetch(path, { ...init, headers })
  }
}
