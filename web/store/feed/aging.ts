// A clock that is ahead may hide rows, but only the server's time removes them from the disk.
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { isAged, recentSince } from '#schema/kernel/recent.ts'
import { entityNamed } from '#schema/registry.ts'

type Fields = Readonly<Record<string, unknown>>

export interface AgeRules {
  readonly isAged: (row: AnyRow) => boolean
  readonly isExpired: (row: Fields) => boolean
}

const dayMs = 86_400_000
const dayOf = (at: number): number => Math.floor(at / dayMs)

export class Aging {
  readonly #now: () => number
  readonly #startDates = new Map<Entity, string>()
  #serverTime = -Infinity
  #day: number | undefined
  #lastDay: number | undefined

  constructor(now: () => number) {
    this.#now = now
  }

  noteServerTime(at: number): void {
    this.#serverTime = Math.max(this.#serverTime, at)
  }

  of(entity: string): AgeRules | undefined {
    const definition = entityNamed(entity)
    if (!definition?.recent) return undefined
    return {
      isAged: (row) => isAged(definition, row, this.#startDateOf(definition)),
      isExpired: (row) =>
        this.#serverTime > -Infinity &&
        isAged(definition, row, recentSince(definition.recent!, new Date(this.#serverTime))),
    }
  }

  /** In days since the last call; undefined at the first one. */
  daysPassed(): number | undefined {
    const before = this.#lastDay
    this.#lastDay = dayOf(this.#now())
    return before === undefined ? undefined : this.#lastDay - before
  }

  #startDateOf(definition: Entity): string {
    const today = dayOf(this.#now())
    if (today !== this.#day) this.#startDates.clear()
    this.#day = today
    const cached = this.#startDates.get(definition)
    if (cached !== undefined) return cached
    const startDate = recentSince(definition.recent!, new Date(this.#now()))
    this.#startDates.set(definition, startDate)
    return startDate
  }
}
