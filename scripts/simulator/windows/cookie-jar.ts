import { endedPerson, personCookie } from '#schema/app/person-cookie.ts'
import { createPersonCookie, type PersonCookie } from '#web/session/person-cookie.ts'

const sessionCookie = 'holdfast'

export class CookieJar {
  readonly #cookies = new Map<string, string>()
  readonly #ends: (personId: string) => void
  changes = 0

  /** `ends` is called with the person whose session should end. */
  constructor(ends: (personId: string) => void) {
    this.#ends = ends
  }

  readonly person: PersonCookie = createPersonCookie(this, false)

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(line: string) {
    this.apply([line])
  }

  get secret(): string | undefined {
    return this.#cookies.get(sessionCookie)
  }

  signIn(secret: string, personId: string): void {
    this.#cookies.set(sessionCookie, secret)
    this.#setPerson(personId)
  }

  /** The note of a sign-out stays. */
  losePerson(): void {
    if (this.person.read() !== endedPerson) this.#setPerson(null)
  }

  apply(lines: readonly string[]): void {
    for (const line of lines) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      const isGone = /max-age=0\b/i.test(line)
      if (name === personCookie) this.#setPerson(isGone ? null : value)
      else if (isGone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  #setPerson(person: string | null): void {
    const before = this.person.read()
    if (person === before) return
    if (person === endedPerson && before !== null) this.#ends(before)
    this.changes++
    if (person === null) this.#cookies.delete(personCookie)
    else this.#cookies.set(personCookie, person)
  }
}

export const secretIn = (cookies: string): string | undefined => /(?:^|; )holdfast=([^;]*)/.exec(cookies)?.[1]
