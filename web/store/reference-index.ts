// Which rows point to an id through one field. Kept with every change, so that `where` costs what it returns.
import type { AnyRow } from '#schema/entity.ts'

interface Bucket {
  readonly rows: Map<string, AnyRow>
  /** The rows as last given out; the same array until something in it changes. */
  list: readonly AnyRow[] | undefined
}

const none: readonly AnyRow[] = []

export class ReferenceIndex {
  readonly #field: string
  readonly #buckets = new Map<string, Bucket>()

  constructor(field: string, rows: Iterable<AnyRow>) {
    this.#field = field
    for (const row of rows) this.#add(row)
  }

  rows(id: string): readonly AnyRow[] {
    const bucket = this.#buckets.get(id)
    if (!bucket) return none
    return (bucket.list ??= [...bucket.rows.values()])
  }

  move(before: AnyRow | undefined, after: AnyRow | undefined): void {
    if (before && before[this.#field] !== after?.[this.#field]) this.#remove(before)
    if (after) this.#add(after)
  }

  #add(row: AnyRow): void {
    const id = row[this.#field]
    if (typeof id !== 'string') return
    const bucket = this.#buckets.get(id)
    if (bucket) {
      bucket.rows.set(row.id, row)
      bucket.list = undefined
    } else this.#buckets.set(id, { rows: new Map([[row.id, row]]), list: undefined })
  }

  #remove(row: AnyRow): void {
    const id = row[this.#field]
    const bucket = typeof id === 'string' ? this.#buckets.get(id) : undefined
    if (!bucket) return
    bucket.rows.delete(row.id)
    bucket.list = undefined
  }
}
