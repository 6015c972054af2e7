import type { AnyRow } from '#schema/kernel/entity.ts'
import { digestOf, isDigested } from '#schema/sync/digest.ts'
import type { Digest, FeedRow } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Aging } from './aging.ts'
import { type RowListeners, FoldedRows } from './folded-rows.ts'
import { type PackedRows, valuesOf } from './packed-rows.ts'

const packThreshold = 256

export class Fold {
  readonly #entities = new Map<string, FoldedRows>()
  readonly #superseded: (number: number) => void
  readonly #aging: Aging | undefined

  /** `superseded` is called with the number of each replaced row or tombstone. */
  constructor(superseded: (number: number) => void = () => {}, aging?: Aging) {
    this.#superseded = superseded
    this.#aging = aging
  }

  rowsOf(entity: string): FoldedRows {
    const found = this.#entities.get(entity)
    if (found) return found
    const folded = new FoldedRows(entity, this.#superseded, this.#aging?.of(entity))
    this.#entities.set(entity, folded)
    return folded
  }

  get count(): number {
    let count = 0
    for (const { size } of this.#entities.values()) count += size
    return count
  }

  numberOf(entity: string, id: string): number | undefined {
    return this.#entities.get(entity)?.numberOf(id)
  }

  receive([entity, id, number, fields]: FeedRow, listeners?: RowListeners): void {
    this.rowsOf(entity).receive(id, number, fields, listeners)
  }

  receiveAll(rows: readonly FeedRow[], listeners?: RowListeners): void {
    if (rows.length < packThreshold) for (const row of rows) this.receive(row, listeners)
    else for (const values of valuesOf(rows)) this.rowsOf(values.entity).receiveValues(values, listeners)
  }

  /** Unpacked on the first read of their entity, because no screen shows all entities. */
  addPacked(packed: PackedRows): void {
    this.rowsOf(packed.entity).addPacked(packed)
  }

  *unpacking(): Generator<undefined, void> {
    for (const each of this.#entities.values()) while (each.unpackNext()) yield
  }

  hideAged(listeners?: RowListeners): void {
    for (const each of this.#entities.values()) each.hideAged(listeners)
  }

  isExpired(entity: string, id: string, fields: Readonly<Record<string, unknown>>): boolean {
    return this.#entities.get(entity)?.isExpired(id, fields) ?? true
  }

  /** Over all rows; slow, so do not call it while a screen waits. */
  digest(): Digest {
    return digestOf(this.#rowsInDigest())
  }

  *#rowsInDigest(): Iterable<AnyRow> {
    for (const [name, each] of this.#entities) {
      const definition = entityNamed(name)
      if (!definition || isDigested(definition)) yield* each.scan()
    }
  }
}
