// Rows in order with their sort keys beside them. Nulls come last in both directions, ties are in the order of ids.
import type { AnyRow } from '#schema/entity.ts'
import type { SortKey } from './contract.ts'

export interface Item {
  readonly row: AnyRow
  readonly key: SortKey
  /** The folded text of the row, made when somebody first searches. */
  text: string | undefined
}

export type Order = (a: Item, b: Item) => number

const byId = (a: Item, b: Item): number => (a.row.id < b.row.id ? -1 : a.row.id > b.row.id ? 1 : 0)

export function orderOf(descending: boolean): Order {
  const sign = descending ? -1 : 1
  return (a, b) => {
    if (a.key === b.key) return byId(a, b)
    if (a.key === null) return 1
    if (b.key === null) return -1
    return a.key < b.key ? -sign : a.key > b.key ? sign : byId(a, b)
  }
}

/** The index of the first item that does not come before this one. */
function placeOf(items: readonly Item[], item: Item, order: Order): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (order(items[middle]!, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Items and their rows as two arrays in one order, changed in place. */
export class SortedList {
  items: Item[] = []
  rows: AnyRow[] = []

  fill(items: Item[]): void {
    this.items = items
    this.rows = items.map(({ row }) => row)
  }

  /** Puts new items in the place of old ones; few by search, many by one pass. */
  exchange(old: readonly Item[], fresh: readonly Item[], order: Order): void {
    if (old.length + fresh.length > 64) this.#merge(new Set(old), [...fresh].sort(order), order)
    else {
      for (const item of old) this.#remove(item, order)
      for (const item of fresh) this.#insert(item, order)
    }
  }

  /** Puts an item with the same key and id in the place of another. */
  replace(old: Item, fresh: Item, order: Order): void {
    const at = placeOf(this.items, old, order)
    if (this.items[at] !== old) return
    this.items[at] = fresh
    this.rows[at] = fresh.row
  }

  #remove(item: Item, order: Order): void {
    const at = placeOf(this.items, item, order)
    if (this.items[at] !== item) return
    this.items.splice(at, 1)
    this.rows.splice(at, 1)
  }

  #insert(item: Item, order: Order): void {
    const at = placeOf(this.items, item, order)
    this.items.splice(at, 0, item)
    this.rows.splice(at, 0, item.row)
  }

  #merge(old: ReadonlySet<Item>, fresh: readonly Item[], order: Order): void {
    const merged: Item[] = []
    let next = 0
    for (const item of this.items) {
      if (old.has(item)) continue
      while (next < fresh.length && order(fresh[next]!, item) < 0) merged.push(fresh[next++]!)
      merged.push(item)
    }
    while (next < fresh.length) merged.push(fresh[next++]!)
    this.fill(merged)
  }
}
