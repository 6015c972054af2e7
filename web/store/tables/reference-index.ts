// The index follows every change, so the cost of `where` depends on its result only.
import type { AnyRow } from '#schema/kernel/entity.ts'

interface Bucket {
  readonly ids: string[]
  list: readonly AnyRow[] | undefined
}

const noRows: readonly AnyRow[] = []

export class ReferenceIndex {
  readonly #field: string
  readonly #buckets = new Map<string, Bucket>()

  constructor(field: string) {
    this.#field = field
  }

  add(row: AnyRow): void {
    this.#add(row[this.#field], row.id)
  }

  ids(target: string): readonly string[] {
    return this.#buckets.get(target)?.ids ?? []
  }

  rows(target: string, get: (id: string) => AnyRow | undefined): readonly AnyRow[] {
    const bucket = this.#buckets.get(target)
    if (!bucket) return noRows
    return (bucket.list ??= bucket.ids.map(get).filter((row) => row !== undefined))
  }

  move(before: AnyRow | undefined, after: AnyRow | undefined): void {
    const [from, to] = [before?.[this.#field], after?.[this.#field]]
    if (from === to) {
      const bucket = typeof to === 'string' && this.#buckets.get(to)
      if (bucket) bucket.list = undefined
      return
    }
    if (before) this.#remove(from, before.id)
    if (after) this.#add(to, after.id)
  }

  #add(target: unknown, id: string): void {
    if (typeof target !== 'string') return
    const bucket = this.#buckets.get(target)
    if (bucket) {
      bucket.ids.push(id)
      bucket.list = undefined
    } else this.#buckets.set(target, { ids: [id], list: undefined })
  }

  #remove(target: unknown, id: string): void {
    const bucket = typeof target === 'string' ? this.#buckets.get(target) : undefined
    const index = bucket?.ids.indexOf(id) ?? -1
    if (index < 0) return
    bucket!.ids.splice(index, 1)
    bucket!.list = undefined
  }
}
