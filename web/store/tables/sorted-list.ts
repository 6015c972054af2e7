// Nulls come last in both directions, ties are ordered by id.
import type { SortKey } from '#web/store/base/contract.ts'

export interface Item {
  readonly id: string
  readonly key: SortKey
}

export type Order = (a: Item, b: Item) => number

export interface Move {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

const byId = (a: Item, b: Item): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export function orderOf(descending: boolean): Order {
  const sign = descending ? -1 : 1
  return (a, b) => {
    if (a.key === b.key) return byId(a, b)
    if (a.key === null) return 1
    if (b.key === null) return -1
    return a.key < b.key ? -sign : a.key > b.key ? sign : byId(a, b)
  }
}

export class SortedList {
  items: Item[]
  readonly #order: Order

  constructor(items: Item[], order: Order) {
    this.items = items
    this.#order = order
  }

  only(keeps: (id: string) => boolean): SortedList {
    return new SortedList(
      this.items.filter(({ id }) => keeps(id)),
      this.#order,
    )
  }

  has(item: Item): boolean {
    return this.items[this.#indexOf(item)] === item
  }

  /** Searches for a few items, merges many in one pass. An item whose key stays keeps its index. */
  exchange(moves: readonly Move[]): void {
    const removed: Item[] = []
    const added: Item[] = []
    for (const { before, after } of moves) {
      if (before && after && before.key === after.key) {
        this.items[this.#indexOf(before)] = after
        continue
      }
      if (before) removed.push(before)
      if (after) added.push(after)
    }
    if (removed.length + added.length > 64) this.#merge(new Set(removed), added.sort(this.#order))
    else {
      for (const item of removed) this.items.splice(this.#indexOf(item), 1)
      for (const item of added) this.items.splice(this.#indexOf(item), 0, item)
    }
  }

  #merge(removed: ReadonlySet<Item>, added: readonly Item[]): void {
    const merged: Item[] = []
    let next = 0
    for (const item of this.items) {
      if (removed.has(item)) continue
      while (next < added.length && this.#order(added[next]!, item) < 0) merged.push(added[next++]!)
      merged.push(item)
    }
    while (next < added.length) merged.push(added[next++]!)
    this.items = merged
  }

  #indexOf(item: Item): number {
    let low = 0
    let high = this.items.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#order(this.items[middle]!, item) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
