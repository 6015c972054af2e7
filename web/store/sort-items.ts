// Sorts many items at once: keys become ranks, ranks are counted. Nulls come last in both directions, ties are in the
// order of ids.
import type { SortKey } from './contract.ts'
import type { Item } from './sorted-list.ts'

export function sortItems(items: readonly Item[], descending: boolean): Item[] {
  const keyed: Item[] = []
  const nulls: Item[] = []
  for (const item of items) (item.key === null ? nulls : keyed).push(item)
  const { ranks, count } = ranksOf(keyed)
  const starts = new Uint32Array(count + 1)
  for (const rank of ranks) starts[rank + 1]!++
  for (let rank = 0; rank < count; rank++) starts[rank + 1]! += starts[rank]!
  const places = starts.slice()
  const sorted = Array.from<Item>({ length: keyed.length })
  for (const [at, item] of keyed.entries()) sorted[places[ranks[at]!]!++] = item
  for (let rank = 0; rank < count; rank++) tiesById(sorted, starts[rank]!, starts[rank + 1]!)
  tiesById(nulls, 0, nulls.length)
  return [...(descending ? turned(sorted) : sorted), ...nulls]
}

/** Sorted items in the other direction: nulls stay last, and ties in the order of ids. */
export function turned(items: readonly Item[]): Item[] {
  const result: Item[] = []
  let end = items.findIndex(({ key }) => key === null)
  const nulls = end < 0 ? [] : items.slice(end)
  if (end < 0) end = items.length
  while (end > 0) {
    let start = end - 1
    const { key } = items[start]!
    while (start > 0 && items[start - 1]!.key === key) start--
    for (let at = start; at < end; at++) result.push(items[at]!)
    end = start
  }
  for (const item of nulls) result.push(item)
  return result
}

function ranksOf(items: readonly Item[]): { readonly ranks: Uint32Array; readonly count: number } {
  const ranks = new Uint32Array(items.length)
  if (items.every(({ key }) => typeof key === 'number')) {
    const sorted = Float64Array.from(items, ({ key }) => key as number).sort()
    let count = 0
    for (const key of sorted) if (count === 0 || sorted[count - 1] !== key) sorted[count++] = key
    const distinct = sorted.subarray(0, count)
    for (const [at, { key }] of items.entries()) ranks[at] = placeIn(distinct, key as number)
    return { ranks, count }
  }
  const places = new Map<SortKey, number>()
  for (const { key } of items) places.set(key, 0)
  const distinct = [...places.keys()].sort((a, b) => (a! < b! ? -1 : 1))
  for (const [rank, key] of distinct.entries()) places.set(key, rank)
  for (const [at, { key }] of items.entries()) ranks[at] = places.get(key)!
  return { ranks, count: distinct.length }
}

function placeIn(sorted: Float64Array, key: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

function tiesById(items: Item[], start: number, end: number): void {
  let at = start + 1
  while (at < end && items[at - 1]!.id < items[at]!.id) at++
  if (at >= end) return
  const run = items.slice(start, end).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const [index, item] of run.entries()) items[start + index] = item
}
