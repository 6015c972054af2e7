// Which rows have passed out of their entity's recent part, by this device's own clock, so that it works without a
// network.
import type { AnyRow, Entity } from '#schema/entity.ts'
import { isAged, recentSince } from '#schema/recent.ts'
import { entityNamed } from '#schema/registry.ts'

export type IsAged = (row: AnyRow) => boolean

const dayMs = 86_400_000

export class Aging {
  readonly #now: () => number
  readonly #since = new Map<Entity, string>()
  #day: number | undefined
  #asked: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  /** Undefined for an entity whose rows never age. */
  of(entity: string): IsAged | undefined {
    const of = entityNamed(entity)
    return of?.recent ? (row) => isAged(of, row, this.#sinceOf(of)) : undefined
  }

  /** Whether another day has begun since the last call. */
  isAnotherDay(): boolean {
    const before = this.#asked
    this.#asked = this.#today()
    return before !== this.#asked
  }

  #sinceOf(of: Entity): string {
    const today = this.#today()
    if (today !== this.#day) this.#since.clear()
    this.#day = today
    const known = this.#since.get(of)
    if (known !== undefined) return known
    const since = recentSince(of.recent!, new Date(this.#now()))
    this.#since.set(of, since)
    return since
  }

  #today(): number {
    return Math.floor(this.#now() / dayMs)
  }
}
