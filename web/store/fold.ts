// The fold of a feed: per entity the newest row of each id. Rows may come again or out of order; a number decides.
import type { AnyRow } from '#schema/entity.ts'
import { digestOf } from '#schema/digest.ts'
import type { Digest, FeedRow } from '#schema/protocol.ts'
import { eachRow } from './packed-rows.ts'
import type { PackedRows } from './packed-rows.ts'

export interface Folded {
  /** A row or its end is about to be taken. */
  taken(entity: string, id: string, row: AnyRow | undefined): void
}

export class Fold {
  readonly #entities = new Map<string, EntityFold>()
  readonly #superseded: (number: number) => void

  /** `superseded` hears the number of each row or end whose place another took. */
  constructor(superseded: (number: number) => void = () => {}) {
    this.#superseded = superseded
  }

  rowsOf(entity: string): ReadonlyMap<string, AnyRow> {
    return this.#of(entity).unpacked().rows
  }

  get count(): number {
    this.unpack()
    let count = 0
    for (const { rows } of this.#entities.values()) count += rows.size
    return count
  }

  /** The number at which this device knows the row, or its end. */
  numberOf(entity: string, id: string): number | undefined {
    return this.#entities.get(entity)?.unpacked().numberOf(id)
  }

  /** Takes a row only if its number is higher than what is held, ends included. The parsed fields become the row itself. */
  take([entity, id, number, fields]: FeedRow, into?: Folded): void {
    this.#of(entity).unpacked().take(id, number, fields, into)
  }

  /** Takes rows that nobody has seen yet. They are made when somebody asks for their entity: no screen shows them all. */
  takePacked(packed: PackedRows): void {
    this.#of(packed.entity).packed.push(packed)
  }

  /** Makes all rows that wait to be asked for. */
  unpack(): void {
    for (const each of this.#entities.values()) each.unpacked()
  }

  /** Of all rows; takes a while, so not on the way to a screen. */
  digest(): Digest {
    this.unpack()
    return digestOf(this.#all())
  }

  #of(entity: string): EntityFold {
    const found = this.#entities.get(entity)
    if (found) return found
    const made = new EntityFold(entity, this.#superseded)
    this.#entities.set(entity, made)
    return made
  }

  *#all(): Iterable<AnyRow> {
    for (const { rows } of this.#entities.values()) yield* rows.values()
  }
}

class EntityFold {
  readonly rows = new Map<string, AnyRow>()
  packed: PackedRows[] = []
  readonly #entity: string
  readonly #gone = new Map<string, number>()
  readonly #superseded: (number: number) => void

  constructor(entity: string, superseded: (number: number) => void) {
    this.#entity = entity
    this.#superseded = superseded
  }

  numberOf(id: string): number | undefined {
    return this.rows.get(id)?.number ?? this.#gone.get(id)
  }

  take(id: string, number: number, fields: FeedRow[3], into?: Folded): void {
    const old = this.numberOf(id)
    if (old !== undefined) {
      if (number <= old) return
      this.#superseded(old)
    }
    if (fields === null) {
      into?.taken(this.#entity, id, undefined)
      this.rows.delete(id)
      this.#gone.set(id, number)
      return
    }
    const row = fields as Record<string, unknown>
    row['id'] = id
    row['number'] = number
    into?.taken(this.#entity, id, row as AnyRow)
    this.rows.set(id, row as AnyRow)
    if (old !== undefined) this.#gone.delete(id)
  }

  unpacked(): this {
    if (this.packed.length === 0) return this
    const packed = this.packed
    this.packed = []
    for (const each of packed) eachRow(each, (id, number, fields) => this.take(id, number, fields))
    return this
  }
}
