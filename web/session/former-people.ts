// Handles earlier people of the device: signed-out ones are wiped, others are sealed.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { SessionDeps } from './session-contract.ts'

type FormerDeps = Pick<SessionDeps, 'cookie' | 'remembered' | 'remember' | 'wipe' | 'seal'>

export function createFormerPeople({ cookie, remembered, remember, wipe, seal }: FormerDeps) {
  const isLeaving = (person: Identity | null): boolean => cookie.leaving().some(({ id }) => id === person?.id)

  /** Wipes only people who have logged out. They stay listed until their session has ended, too. */
  async function wipeLeaving(): Promise<void> {
    for (const person of cookie.leaving()) {
      const isOpen = () => cookie.leaving().some(({ id }) => id === person.id)
      await wipe(person, { isOpen, end: () => void (cookie.read() === endedPerson || cookie.left(person)) })
    }
  }

  /** Without a cookie the session belongs to the person who signed in last. */
  async function endOwn(): Promise<void> {
    if (cookie.read() === null && isLeaving(await remembered())) cookie.end()
  }

  async function sealAllBut({ id }: Identity, ...people: readonly (Identity | null)[]): Promise<void> {
    const others = new Map(people.flatMap((each) => (each && each.id !== id ? [[each.id, each]] : [])))
    for (const each of others.values()) await seal(each, () => cookie.read() !== each.id)
  }

  /** Remembers the new person and removes the previous one's rows. */
  async function takePlace(identity: Identity): Promise<void> {
    await sealAllBut(identity, await remembered())
    await remember(identity)
  }

  return { isLeaving, wipeLeaving, endOwn, sealAllBut, takePlace }
}
