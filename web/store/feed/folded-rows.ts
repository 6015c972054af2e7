// Rows stay packed, as in their pages, until they are read.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { FeedRow } from '#schema/sync/protocol.ts'
import type { AgeRules } from './aging.ts'
import { filledRow, filledValues } from './fill-rows.ts'
import { type PackedRows, valuesIn } from './packed-rows.ts'
import { type Reader, RowGroup, type RowValues } from './row-group.ts'

export interface RowListeners {
  /** `rowReceived` is called before a row or tombstone is stored; the row is valid during the call. */
  of(entity: string): { rowReceived(id: string, row: AnyRow | undefined): void }
}

export class FoldedRows {
  readonly #entity: string
  readonly #superseded: (number: number) => void
  readonly #ages: AgeRules | undefined
  readonly #rows = new Map<string, AnyRow | number>()
  readonly #deleted = new Map<string, number>()
  readonly #groups: RowGroup[] = []
  readonly #ids = new Map<string, string>()
  readonly #starts: number[] = []
  #rowCount = 0
  /** Set by `#groupAt`; its callers read the group's start from it. */
  #lastGroup = 0
  #packed: PackedRows[] = []

  constructor(entity: string, superseded: (number: number) => void, ages?: AgeRules) {
    this.#entity = entity
    this.#ages = ages
    this.#superseded = superseded
  }

  get size(): number {
    this.unpack()
    return this.#rows.size
  }

  has(id: string): boolean {
    this.unpack()
    return this.#rows.has(id)
  }

  get(id: string): AnyRow | undefined {
    this.unpack()
    const found = this.#rows.get(id)
    if (typeof found !== 'number') return found
    const row = this.#groupAt(found).row(found - this.#starts[this.#lastGroup]!)
    this.#rows.set(id, row)
    return row
  }

  peek(id: string): AnyRow | undefined {
    this.unpack()
    const found = this.#rows.get(id)
    return typeof found === 'number' ? this.#peekAt(found) : found
  }

  *scan(): Generator<AnyRow> {
    this.unpack()
    const readers = new Map<RowGroup, Reader>()
    for (const found of this.#rows.values()) {
      if (typeof found !== 'number') {
        yield found
        continue
      }
      const group = this.#groupAt(found)
      let reader = readers.get(group)
      if (!reader) readers.set(group, (reader = group.reader()))
      yield group.peek(found - this.#starts[this.#lastGroup]!, reader)
    }
  }

  *values(): Generator<AnyRow> {
    this.unpack()
    for (const found of this.#rows.values()) {
      yield typeof found === 'number' ? this.#groupAt(found).row(found - this.#starts[this.#lastGroup]!) : found
    }
  }

  numberOf(id: string): number | undefined {
    this.unpack()
    return this.#numberOf(id)
  }

  /** Ignores a number that is not higher than the known one. Takes ownership of `fields`. */
  receive(id: string, number: number, fields: FeedRow[3], listeners?: RowListeners): void {
    this.unpack()
    const row = fields && (filledRow(this.#entity, fields) as Record<string, unknown>)
    if (row) {
      row['id'] = id
      row['number'] = number
    }
    this.#receive(id, number, row as AnyRow | null, () => row as AnyRow, listeners)
  }

  receiveValues(values: RowValues, listeners?: RowListeners): void {
    this.unpack()
    this.#receiveValues(values, listeners)
  }

  addPacked(packed: PackedRows): void {
    this.#packed.push(packed)
  }

  unpackNext(): boolean {
    const next = this.#packed.shift()
    if (next) this.#receiveValues(valuesIn(next))
    return next !== undefined
  }

  hideAged(listeners?: RowListeners): void {
    if (!this.#ages) return
    for (const id of this.#rows.keys()) {
      const row = this.peek(id)!
      if (this.#ages.isAged(row)) this.#hide(id, row, listeners)
    }
  }

  isExpired(id: string, fields: Readonly<Record<string, unknown>>): boolean {
    return !this.has(id) && (this.#ages?.isExpired(fields) ?? true)
  }

  unpack(): void {
    while (this.#packed.length > 0) this.unpackNext()
  }

  #receiveValues(values: RowValues, listeners?: RowListeners): void {
    const group = new RowGroup(filledValues(values), this.#ids)
    const start = this.#rowCount
    this.#groups.push(group)
    this.#starts.push(start)
    this.#rowCount += group.count
    for (let index = 0; index < group.count; index++) {
      const rowOrIndex = group.isGone ? null : start + index
      this.#receive(group.id(index), group.number(index), rowOrIndex, () => group.peek(index), listeners)
    }
  }

  #receive(
    id: string,
    number: number,
    rowOrIndex: AnyRow | number | null,
    row: () => AnyRow,
    listeners?: RowListeners,
  ): void {
    const old = this.#numberOf(id)
    if (old !== undefined) {
      if (number <= old) return
      this.#superseded(old)
    }
    if (rowOrIndex === null) return this.#remove(id, number, listeners)
    if (this.#ages?.isAged(row())) return this.#hide(id, row(), listeners)
    listeners?.of(this.#entity).rowReceived(id, row())
    this.#rows.set(id, rowOrIndex)
    if (old !== undefined) this.#deleted.delete(id)
  }

  #hide(id: string, row: AnyRow, listeners?: RowListeners): void {
    const { number } = row
    if (this.#ages?.isExpired(row)) this.#superseded(number)
    this.#remove(id, number, listeners)
  }

  #remove(id: string, number: number, listeners?: RowListeners): void {
    listeners?.of(this.#entity).rowReceived(id, undefined)
    this.#rows.delete(id)
    this.#deleted.set(id, number)
  }

  #numberOf(id: string): number | undefined {
    const found = this.#rows.get(id)
    if (found === undefined) return this.#deleted.get(id)
    return typeof found === 'number'
      ? this.#groupAt(found).number(found - this.#starts[this.#lastGroup]!)
      : found.number
  }

  #peekAt(index: number): AnyRow {
    return this.#groupAt(index).peek(index - this.#starts[this.#lastGroup]!)
  }

  #groupAt(index: number): RowGroup {
    const group = this.#groups[this.#lastGroup]
    const start = this.#starts[this.#lastGroup]!
    if (group && index >= start && index < start + group.count) return group
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= index) low = middle
      else high = middle - 1
    }
    this.#lastGroup = low
    return this.#groups[low]!
  }
}
