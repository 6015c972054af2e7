// Which rows have passed out of their entity's recent part. This device's own clock hides them, so that it works without
// a network. A clock may be ahead, so they leave the disk only once a time that the server said agrees.
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { isAged, recentSince } from '#schema/kernel/recent.ts'
import { entityNamed } from '#schema/registry.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Ages {
  /** Whether the row counts as gone. */
  readonly isAged: (row: AnyRow) => boolean
  /** Whether a row that counts as gone has also aged by a time that the server said. */
  readonly isOver: (row: Fields) => boolean
}

const dayMs = 86_400_000
const dayOf = (at: number): number => Math.floor(at / dayMs)

export class Aging {
  readonly #now: () => number
  readonly #sinces = new Map<Entity, string>()
  /** The latest time that the server said. */
  #said = -Infinity
  #day: number | undefined
  #asked: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** The server said this time. */
  hear(at: number): void {
    this.#said = Math.max(this.#said, at)
  }

  /** Undefined for an entity whose rows never age. */
  of(entity: string): Ages | undefined {
    const of = entityNamed(entity)
    if (!of?.recent) return undefined
    return {
      isAged: (row) => isAged(of, row, this.#sinceOf(of)),
      isOver: (row) => this.#said > -Infinity && isAged(of, row, recentSince(of.recent!, new Date(this.#said))),
    }
  }

  /** By how many days the clock has moved since the last call; undefined at the first one. */
  daysPassed(): number | undefined {
    const before = this.#asked
    this.#asked = dayOf(this.#now())
    return before === undefined ? undefined : this.#asked - before
  }

  #sinceOf(of: Entity): string {
    const today = dayOf(this.#now())
    if (today !== this.#day) this.#sinces.clear()
    this.#day = today
    const known = this.#sinces.get(of)
    if (known !== undefined) return known
    const since = recentSince(of.recent!, new Date(this.#now()))
    this.#sinces.set(of, since)
    return since
  }
}
