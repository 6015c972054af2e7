// The cookies of one browser: the session's, which no script can read, and the readable one beside it.
import { endedPerson, personCookie } from '#schema/app/person-cookie.ts'
import { createPersonCookie, type PersonCookie } from '#web/session/person-cookie.ts'

const sessionCookie = 'holdfast'

export class Jar {
  readonly #cookies = new Map<string, string>()
  readonly #ends: (personId: string) => void
  /** How often the readable cookie has changed. */
  changes = 0

  /** `ends` is called with the person whose session should end. */
  constructor(ends: (personId: string) => void) {
    this.#ends = ends
  }

  /** The readable cookie, as a page reads and writes it. */
  readonly person: PersonCookie = createPersonCookie(this, false)

  /** The cookies as a request carries them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(line: string) {
    this.take([line])
  }

  /** The session's secret; undefined without a session. */
  get secret(): string | undefined {
    return this.#cookies.get(sessionCookie)
  }

  /** Sets the cookies of a person who has signed in. */
  signIn(secret: string, personId: string): void {
    this.#cookies.set(sessionCookie, secret)
    this.#say(personId)
  }

  /** Removes the readable cookie but not the session's. The note that somebody has logged out stays. */
  losePerson(): void {
    if (this.person.read() !== endedPerson) this.#say(null)
  }

  /** Takes the cookies that an answer sets. */
  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      const isGone = /max-age=0\b/i.test(line)
      if (name === personCookie) this.#say(isGone ? null : value)
      else if (isGone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  #say(person: string | null): void {
    const before = this.person.read()
    if (person === before) return
    if (person === endedPerson && before !== null) this.#ends(before)
    this.changes++
    if (person === null) this.#cookies.delete(personCookie)
    else this.#cookies.set(personCookie, person)
  }
}

/** The secret in a request's cookies. */
export const secretIn = (cookies: string): string | undefined => /(?:^|; )holdfast=([^;]*)/.exec(cookies)?.[1]
