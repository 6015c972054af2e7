// Cookies that every window can read: whose session this browser has, and who has logged out. They are not secret; the
// server only acts on `ended`, which ends the session. They announce a new person to all windows at once, even offline.
import { endedPerson, personCookie } from '#schema/sync/protocol.ts'
import { leavingCookie } from '#schema/app/person-cookie.ts'
import { cookieIn, leavingIn, personIn } from '#web/store/disk/read-person-cookie.ts'
import type { ReadCookies } from '#web/store/disk/current-person.ts'
import type { DepartingPerson } from '#web/store/wipe.ts'

const maxAgeSeconds = 400 * 86_400

export interface PersonCookie {
  /** A person's id, `ended`, or null without a cookie. */
  read(): string | null
  readable(): ReadCookies
  /** Called when the server has confirmed whose session it is. */
  say(id: string): void
  /** Marks the session as ended until the server knows. */
  end(): void
  forget(): void
  /** Signed-out people who may still have data on this device. */
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
