import type { RefusedChange, Unsubscribe } from './base/contract.ts'
import type { RefusedEntry } from './outbox/outbox-entry.ts'
import { namesOf } from './outbox/referenced-records.ts'

const recentMs = 60_000

export class RefusedChanges {
  readonly #now: () => number
  readonly #listeners = new Set<(refused: RefusedChange) => void>()

  constructor(now: () => number) {
    this.#now = now
  }

  subscribe(listener: (refused: RefusedChange) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish({ entry: { change, committedAt, records }, verdict }: RefusedEntry): void {
    if (committedAt === null || this.#now() - committedAt > recentMs) return
    const refused = { changeId: change.id, verdict, ops: change.ops, names: namesOf(records) }
    for (const listener of this.#listeners) listener(refused)
  }
}
