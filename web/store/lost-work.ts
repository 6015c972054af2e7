// How much waits on this device, in a word beside the databases: a browser may remove databases to make room, and then
// the person learns how much was lost with them.
import { databaseNameOf } from './database-name.ts'
import type { SmallStorage } from './hidden-sets.ts'

const waitingKey = (database: string): string => `holdfast-waiting-${database}`
const lostKey = (database: string): string => `holdfast-lost-${database}`

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
  #lost: number

  constructor(aside: SmallStorage | undefined, database: string) {
    this.#aside = aside
    this.#database = database
    this.#waiting = readCount(aside, waitingKey(database))
    this.#lost = readCount(aside, lostKey(database))
  }

  /** How many changes the browser has removed with the databases; 0 once the person has seen it. */
  get lost(): number {
    return this.#lost
  }

  /** To call when the device's database is found to be new. */
  begin(): void {
    this.#lost += this.#waiting
    this.#write(lostKey(this.#database), this.#lost)
    this.note(0)
  }

  /** To call with the number of changes that wait. */
  note(waiting: number): void {
    if (waiting === this.#waiting) return
    this.#waiting = waiting
    this.#write(waitingKey(this.#database), waiting)
  }

  see(): void {
    this.#lost = 0
    this.#write(lostKey(this.#database), 0)
  }

  #write(key: string, count: number): void {
    try {
      if (count === 0) this.#aside?.removeItem(key)
      else this.#aside?.setItem(key, String(count))
    } catch {
      // Without room even for this, a loss goes untold.
    }
  }
}

export function forgetLost(aside: SmallStorage | undefined, database: string): void {
  for (const key of [waitingKey(database), lostKey(database)]) aside?.removeItem(key)
}
