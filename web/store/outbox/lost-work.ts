// How much waits on this device, and the newest change of it, in a few words beside the databases. A browser may remove
// databases to make room, and a bad disk may lose what was written last: then the person learns how much was lost.
import { databaseNameOf } from '#web/store/disk/database-name.ts'
import type { SmallStorage } from '#web/store/feed/hidden-sets.ts'

const waitingKey = (database: string): string => `holdfast-waiting-${database}`
const lostKey = (database: string): string => `holdfast-lost-${database}`
const newestKey = (database: string): string => `holdfast-newest-${database}`
const lostLatelyKey = (database: string): string => `holdfast-lost-lately-${database}`

/** A text there that is not ours counts as nothing. */
function readCount(aside: SmallStorage | undefined, key: string): number {
  const found = Number(aside?.getItem(key) ?? 0)
  return Number.isSafeInteger(found) && found > 0 ? found : 0
}

/** How many changes waited on this device when the person's store was last open. */
export const waitingNoted = (aside: SmallStorage, ...person: Parameters<typeof databaseNameOf>): number =>
  readCount(aside, waitingKey(databaseNameOf(...person)))

export class LostWork {
  readonly #aside: SmallStorage | undefined
  readonly #database: string
  #waiting: number
  #newest: string
  #lost: number
  #lostLately: number

  constructor(aside: SmallStorage | undefined, database: string) {
    this.#aside = aside
    this.#database = database
    this.#waiting = readCount(aside, waitingKey(database))
    this.#newest = aside?.getItem(newestKey(database)) ?? ''
    this.#lost = readCount(aside, lostKey(database))
    this.#lostLately = readCount(aside, lostLatelyKey(database))
  }

  /** How many changes the browser has removed with the databases; 0 once the person has seen it. */
  get lost(): number {
    return this.#lost
  }

  /** How many changes the disk has lost from the end of the outbox; 0 once the person has seen it. */
  get lostLately(): number {
    return this.#lostLately
  }

  /** To call when the device's database is found to be new. */
  begin(): void {
    this.#lost += this.#waiting
    this.#write(lostKey(this.#database), this.#lost)
    this.note(0, '')
  }

  /** To call with what is on the disk: an outbox without its newest waiting change has lost its end. */
  compare(has: (order: string) => boolean, waiting: number): void {
    if (this.#newest === '' || has(this.#newest)) return
    this.#lostLately += Math.max(1, this.#waiting - waiting)
    this.#write(lostLatelyKey(this.#database), this.#lostLately)
    this.note(waiting, '')
  }

  /** To call with the number of changes that wait, and the place of the newest one; empty when none waits. */
  note(waiting: number, newest: string): void {
    if (waiting !== this.#waiting) this.#write(waitingKey(this.#database), waiting)
    if (newest !== this.#newest) this.#write(newestKey(this.#database), newest)
    this.#waiting = waiting
    this.#newest = newest
  }

  see(): void {
    this.#lost = 0
    this.#lostLately = 0
    this.#write(lostKey(this.#database), 0)
    this.#write(lostLatelyKey(this.#database), 0)
  }

  #write(key: string, word: number | string): void {
    try {
      if (word === 0 || word === '') this.#aside?.removeItem(key)
      else this.#aside?.setItem(key, String(word))
    } catch {
      // Without room even for this, a loss goes untold.
    }
  }
}

export function forgetLost(aside: SmallStorage | undefined, database: string): void {
  for (const keyOf of [waitingKey, lostKey, newestKey, lostLatelyKey]) aside?.removeItem(keyOf(database))
}
