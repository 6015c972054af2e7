// The fold of a feed: per entity the newest row of each id. Rows may come again or out of order; a number decides.
import type { AnyRow } from '#schema/entity.ts'
import { digestOf } from '#schema/digest.ts'
import type { Digest, FeedRow } from '#schema/protocol.ts'

export interface Folded {
  /** A row or its end was taken. `old` is the number of what it took the place of. */
  taken(entity: string, id: string, row: AnyRow | undefined, old: number | undefined): void
}

export class Fold {
  readonly #rows = new Map<string, Map<string, AnyRow>>()
  readonly #gone = new Map<string, Map<string, number>>()

  rowsOf(entity: string): Map<string, AnyRow> {
    return mapOf(this.#rows, entity)
  }

  get count(): number {
    let count = 0
    for (const rows of this.#rows.values()) count += rows.size
    return count
  }

  /** The number at which this device knows the row, or its end. */
  numberOf(entity: string, id: string): number | undefined {
    return this.#rows.get(entity)?.get(id)?.number ?? this.#gone.get(entity)?.get(id)
  }

  /** Takes a row only if its number is higher than what is held, ends included. The parsed fields become the row itself. */
  take([entity, id, number, fields]: FeedRow, into?: Folded): void {
    const rows = mapOf(this.#rows, entity)
    const held = rows.get(id)
    const gone = this.#gone.get(entity)
    const old = held?.number ?? gone?.get(id)
    if (old !== undefined && number <= old) return
    if (fields === null) {
      into?.taken(entity, id, undefined, old)
      rows.delete(id)
      mapOf(this.#gone, entity).set(id, number)
      return
    }
    const row = fields as Record<string, unknown>
    row['id'] = id
    row['number'] = number
    into?.taken(entity, id, row as AnyRow, old)
    rows.set(id, row as AnyRow)
    if (held === undefined) gone?.delete(id)
  }

  /** Of all rows; takes a while, so not on the way to a screen. */
  digest(): Digest {
    return digestOf(this.#all())
  }

  *#all(): Iterable<AnyRow> {
    for (const rows of this.#rows.values()) yield* rows.values()
  }
}

function mapOf<V>(maps: Map<string, Map<string, V>>, entity: string): Map<string, V> {
  const found = maps.get(entity)
  if (found) return found
  const made = new Map<string, V>()
  maps.set(entity, made)
  return made
}
