// The cookies of one browser: its session's, which no script reads, and the readable one beside it.
import { endedPerson, personCookie } from '#schema/person-cookie.ts'
import { createPersonCookie, type PersonCookie } from '#web/session/person-cookie.ts'

const sessionCookie = 'holdfast'

export class Jar {
  readonly #cookies = new Map<string, string>()
  readonly #ends: (personId: string) => void
  /** How often the readable cookie has changed. */
  changes = 0

  /** `ends` hears whose session is to end. */
  constructor(ends: (personId: string) => void) {
    this.#ends = ends
  }

  /** As a page reads and writes them. */
  readonly person: PersonCookie = createPersonCookie(this, false)

  /** As a request carries them. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(line: string) {
    this.take([line])
  }

  /** The secret of the session; undefined when there is none. */
  get secret(): string | undefined {
    return this.#cookies.get(sessionCookie)
  }

  /** Somebody has signed in. */
  signIn(secret: string, personId: string): void {
    this.#cookies.set(sessionCookie, secret)
    this.#say(personId)
  }

  /** The readable cookie is not there any more; the session's is. That somebody has logged out is not forgotten so. */
  losePerson(): void {
    if (this.person.read() !== endedPerson) this.#say(null)
  }

  /** What an answer sets. */
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

/** The secret in the cookies that a request carried. */
export const secretIn = (cookies: string): string | undefined => /(?:^|; )holdfast=([^;]*)/.exec(cookies)?.[1]
