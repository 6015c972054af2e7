// The readable cookies beside the session's: whose session this browser has, and who has logged out of it. They are not
// secret, and the server obeys only `ended`, which ends the session. They tell every window at once that another person
// has signed in, also without a network.
import { endedPerson, personCookie } from '#schema/sync/protocol.ts'
import { leavingCookie } from '#schema/app/person-cookie.ts'
import { cookieIn, leavingIn, personIn } from '#web/store/disk/read-person-cookie.ts'
import type { ReadCookies } from '#web/store/disk/current-person.ts'
import type { DepartingPerson } from '#web/store/wipe.ts'

const maxAgeSeconds = 400 * 86_400

export interface PersonCookie {
  /** A person's id, `ended`, or null when the cookie is not there. */
  read(): string | null
  /** Both, as the browser has them. */
  readable(): ReadCookies
  /** Called when the server has said whose session it is. */
  say(id: string): void
  /** Marks the session as ended here while the server does not know it yet. */
  end(): void
  forget(): void
  /** People who have logged out and may still have data on this device. */
  leaving(): readonly DepartingPerson[]
  leave(person: DepartingPerson): void
  left(person: DepartingPerson): void
}

const isSame = (a: DepartingPerson, b: DepartingPerson): boolean => a.id === b.id && a.tenantId === b.tenantId

export function createPersonCookie(place: { cookie: string }, isSecure: boolean): PersonCookie {
  const write = (name: string, value: string): void => {
    const flags = `Path=/; SameSite=Lax; Max-Age=${value ? maxAgeSeconds : 0}${isSecure ? '; Secure' : ''}`
    place.cookie = `${name}=${value}; ${flags}`
  }
  const leaving = (): DepartingPerson[] => leavingIn(cookieIn(place.cookie, leavingCookie))
  const writeLeaving = (people: readonly DepartingPerson[]): void =>
    write(leavingCookie, people.map(({ tenantId, id }) => `${tenantId}.${id}`).join('~'))
  return {
    read: () => personIn(place.cookie),
    readable: () => ({ person: personIn(place.cookie), leaving: cookieIn(place.cookie, leavingCookie) }),
    say: (id) => write(personCookie, id),
    end: () => write(personCookie, endedPerson),
    forget: () => write(personCookie, ''),
    leaving,
    leave: (person) => writeLeaving([...leaving().filter((each) => !isSame(each, person)), person]),
    left: (person) => writeLeaving(leaving().filter((each) => !isSame(each, person))),
  }
}
