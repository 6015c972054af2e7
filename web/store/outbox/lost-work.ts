// A browser may remove databases, and a disk may lose its latest writes. The person is shown how much was lost.
import { databaseNameOf } from '#web/store/disk/database-name.ts'
import type { SmallStorage } from '#web/store/base/deps.ts'

const waitingKey = (database: string): string => `holdfast-waiting-${database}`
const lostKey = (database: string): string => `holdfast-lost-${database}`
const newestKey = (database: string): string => `holdfast-newest-${database}`
const lostLatelyKey = (database: string): string => `holdfast-lost-lately-${database}`

function readCount(localStorage: SmallStorage | undefined, key: string): number {
  const found = Number(localStorage?.getItem(key) ?? 0)
  return Number.isSafeInteger(found) && found > 0 ? found : 0
}

export const storedWaitingCount = (localStorage: SmallStorage, ...person: Parameters<typeof databaseNameOf>): number =>
  readCount(localStorage, waitingKey(databaseNameOf(...person)))

export class LostWork {
  readonly #localStorage: SmallStorage | undefined
  readonly #database: string
  #waiting: number
  #newest: string
  #lost: number
  #lostLately: number

  constructor(localStorage: SmallStorage | undefined, database: string) {
    this.#localStorage = localStorage
    this.#database = database
    this.#waiting = readCount(localStorage, waitingKey(database))
    this.#newest = localStorage?.getItem(newestKey(database)) ?? ''
    this.#lost = readCount(localStorage, lostKey(database))
    this.#lostLately = readCount(localStorage, lostLatelyKey(database))
  }

  get lost(): number {
    return this.#lost
  }

  get lostLately(): number {
    return this.#lostLately
  }

  begin(): void {
    this.#lost += this.#waiting
    this.#write(lostKey(this.#database), this.#lost)
    this.note(0, '')
  }

  compare(has: (order: string) => boolean, waiting: number): void {
    if (this.#newest === '' || has(this.#newest)) return
    this.#lostLately += Math.max(1, this.#waiting - waiting)
    this.#write(lostLatelyKey(this.#database), this.#lostLately)
    this.note(waiting, '')
  }

  /** Call with the number of pending changes and the order key of the newest one; empty when none waits. */
  note(waiting: number, newest: string): void {
    if (waiting !== this.#waiting) this.#write(waitingKey(this.#database), waiting)
    if (newest !== this.#newest) this.#write(newestKey(this.#database), newest)
    this.#waiting = waiting
    this.#newest = newest
  }

  acknowledge(): void {
    this.#lost = 0
    this.#lostLately = 0
    this.#write(lostKey(this.#database), 0)
    this.#write(lostLatelyKey(this.#database), 0)
  }

  #write(key: string, value: number | string): void {
    try {
      if (value === 0 || value === '') this.#localStorage?.removeItem(key)
      else this.#localStorage?.setItem(key, String(value))
    } catch {
      // Without room even for this, a loss goes unnoticed.
    }
  }
}

export function forgetLost(localStorage: SmallStorage | undefined, database: string): void {
  for (const keyOf of [waitingKey, lostKey, newestKey, lostLatelyKey]) localStorage?.removeItem(keyOf(database))
}
