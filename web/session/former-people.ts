// Signed-out people are wiped, others are sealed.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { SessionDeps } from './session-contract.ts'

type FormerPeopleDeps = Pick<SessionDeps, 'cookie' | 'remembered' | 'remember' | 'wipe' | 'evictPerson'>

export function createFormerPeople({ cookie, remembered, remember, wipe, evictPerson }: FormerPeopleDeps) {
  const hasSignedOut = (person: Identity | null): boolean => cookie.departing().some(({ id }) => id === person?.id)

  /** Wipes only people who have signed out. They stay listed until their session has ended, too. */
  async function wipeSignedOut(): Promise<void> {
    for (const person of cookie.departing()) {
      const isOpen = () => cookie.departing().some(({ id }) => id === person.id)
      await wipe(person, { isOpen, end: () => void (cookie.read() === endedPerson || cookie.removeDeparting(person)) })
    }
  }

  /** Without a cookie the session belongs to the person who signed in last. */
  async function endOwnSession(): Promise<void> {
    if (cookie.read() === null && hasSignedOut(await remembered())) cookie.end()
  }

  async function evictAllBut({ id }: Identity, ...people: readonly (Identity | null)[]): Promise<void> {
    const others = new Map(people.flatMap((person) => (person && person.id !== id ? [[person.id, person]] : [])))
    for (const other of others.values()) await evictPerson(other, () => cookie.read() !== other.id)
  }

  async function replacePerson(identity: Identity): Promise<void> {
    await evictAllBut(identity, await remembered())
    await remember(identity)
  }

  return { hasSignedOut, wipeSignedOut, endOwnSession, evictAllBut, replacePerson }
}
