// Not secret, and readable by every window, even offline.
import { endedPerson, personCookie } from '#schema/sync/protocol.ts'
import { leavingCookie } from '#schema/app/person-cookie.ts'
import { cookieIn, departingPeopleIn, personIn } from '#web/store/disk/read-person-cookie.ts'
import type { ReadCookies } from '#web/store/disk/current-person.ts'
import type { DepartingPerson } from '#web/store/wipe.ts'

const maxAgeSeconds = 400 * 86_400

export interface PersonCookie {
  read(): string | null
  readable(): ReadCookies
  set(id: string): void
  /** Marks the session as ended until the server knows. */
  end(): void
  forget(): void
  departing(): readonly DepartingPerson[]
  addDeparting(person: DepartingPerson): void
  removeDeparting(person: DepartingPerson): void
}

const isSame = (a: DepartingPerson, b: DepartingPerson): boolean => a.id === b.id && a.tenantId === b.tenantId

export function createPersonCookie(page: { cookie: string }, isSecure: boolean): PersonCookie {
  const write = (name: string, value: string): void => {
    const flags = `Path=/; SameSite=Lax; Max-Age=${value ? maxAgeSeconds : 0}${isSecure ? '; Secure' : ''}`
    page.cookie = `${name}=${value}; ${flags}`
  }
  const departing = (): DepartingPerson[] => departingPeopleIn(cookieIn(page.cookie, leavingCookie))
  const writeDeparting = (people: readonly DepartingPerson[]): void =>
    write(leavingCookie, people.map(({ tenantId, id }) => `${tenantId}.${id}`).join('~'))
  return {
    read: () => personIn(page.cookie),
    readable: () => ({ person: personIn(page.cookie), leaving: cookieIn(page.cookie, leavingCookie) }),
    set: (id) => write(personCookie, id),
    end: () => write(personCookie, endedPerson),
    forget: () => write(personCookie, ''),
    departing,
    addDeparting: (person) => writeDeparting([...departing().filter((each) => !isSame(each, person)), person]),
    removeDeparting: (person) => writeDeparting(departing().filter((each) => !isSame(each, person))),
  }
}
