// What becomes of the device's earlier people: whoever has logged out is wiped, and whoever else makes room is sealed.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { SessionDeps } from './session-contract.ts'

type FormerDeps = Pick<SessionDeps, 'cookie' | 'remembered' | 'remember' | 'wipe' | 'seal'>

export function createFormerPeople({ cookie, remembered, remember, wipe, seal }: FormerDeps) {
  const isLeaving = (person: Identity | null): boolean => cookie.leaving().some(({ id }) => id === person?.id)

  /** Wipes the people who have logged out, and nobody else. A person stays named until their session is over, too. */
  async function wipeLeaving(): Promise<void> {
    for (const person of cookie.leaving()) {
      const isOpen = () => cookie.leaving().some(({ id }) => id === person.id)
      await wipe(person, { isOpen, end: () => void (cookie.read() === endedPerson || cookie.left(person)) })
    }
  }

  /** Without a cookie the session belongs to the last person who came in. */
  async function endOwn(): Promise<void> {
    if (cookie.read() === null && isLeaving(await remembered())) cookie.end()
  }

  async function sealAllBut({ id }: Identity, ...people: readonly (Identity | null)[]): Promise<void> {
    const others = new Map(people.flatMap((each) => (each && each.id !== id ? [[each.id, each]] : [])))
    for (const each of others.values()) await seal(each, () => cookie.read() !== each.id)
  }

  /** Remembers the person who comes in, in place of the last one, whose rows are removed. */
  async function takePlace(identity: Identity): Promise<void> {
    await sealAllBut(identity, await remembered())
    await remember(identity)
  }

  return { isLeaving, wipeLeaving, endOwn, sealAllBut, takePlace }
}
