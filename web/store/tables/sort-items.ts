// Ranks are counted in plain loops that engines compile early. Nulls come last in both directions; ties go by id.
import type { SortKey } from '#web/store/base/contract.ts'
import type { Item } from './sorted-list.ts'

const itemsPerStep = 2_048

export function* sortItems(items: readonly Item[], descending: boolean): Generator<undefined, Item[]> {
  const withKey: Item[] = []
  const nulls: Item[] = []
  for (const item of items) (item.key === null ? nulls : withKey).push(item)
  yield
  const { ranks, count } = yield* ranksOf(withKey)
  yield
  const starts = new Uint32Array(count + 1)
  for (let at = 0; at < withKey.length; at++) starts[ranks[at]! + 1]!++
  for (let rank = 0; rank < count; rank++) starts[rank + 1]! += starts[rank]!
  const positions = starts.slice()
  const sorted = Array.from<Item>({ length: withKey.length })
  for (let at = 0; at < withKey.length; at++) sorted[positions[ranks[at]!]!++] = withKey[at]!
  yield
  for (let rank = 0; rank < count; rank++) sortTiesById(sorted, starts[rank]!, starts[rank + 1]!)
  sortTiesById(nulls, 0, nulls.length)
  return [...(descending ? reversed(sorted) : sorted), ...nulls]
}

/** Sorted items in the other direction: nulls stay last, and ties stay ordered by id. */
export function reversed(items: readonly Item[]): Item[] {
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

interface Ranks {
  readonly ranks: Uint32Array
  readonly count: number
}

function* ranksOf(items: readonly Item[]): Generator<undefined, Ranks> {
  const ranks = new Uint32Array(items.length)
  if (items.every(({ key }) => typeof key === 'number')) {
    const sorted = new Float64Array(items.length)
    for (let at = 0; at < items.length; at++) sorted[at] = items[at]!.key as number
    yield
    sorted.sort()
    yield
    let count = 0
    for (let at = 0; at < sorted.length; at++) {
      if (count === 0 || sorted[count - 1] !== sorted[at]) sorted[count++] = sorted[at]!
    }
    const distinct = sorted.subarray(0, count)
    for (let at = 0; at < items.length; at++) ranks[at] = indexIn(distinct, items[at]!.key as number)
    return { ranks, count }
  }
  const rising = risingRanks(items, ranks)
  if (rising !== undefined) return { ranks, count: rising }
  yield
  const positions = new Map<SortKey, number>()
  for (let at = 0; at < items.length; at++) {
    positions.set(items[at]!.key, 0)
    if (at % itemsPerStep === 0) yield
  }
  const distinct = yield* sortedKeys([...positions.keys()])
  for (let rank = 0; rank < distinct.length; rank++) {
    positions.set(distinct[rank]!, rank)
    if (rank % itemsPerStep === 0) yield
  }
  for (let at = 0; at < items.length; at++) {
    ranks[at] = positions.get(items[at]!.key)!
    if (at % itemsPerStep === 0) yield
  }
  return { ranks, count: distinct.length }
}

/** A single pass for rows already in the order of their keys, such as creation times; undefined for others. */
function risingRanks(items: readonly Item[], ranks: Uint32Array): number | undefined {
  let rank = 0
  for (let at = 1; at < items.length; at++) {
    const [before, key] = [items[at - 1]!.key!, items[at]!.key!]
    if (key < before) return undefined
    if (key !== before) rank++
    ranks[at] = rank
  }
  return items.length > 0 ? rank + 1 : 0
}

/** Sorts short runs and merges them, so that no step is long. */
function* sortedKeys(keys: readonly SortKey[]): Generator<undefined, SortKey[]> {
  let runs: SortKey[][] = []
  for (let from = 0; from < keys.length; from += itemsPerStep) {
    runs.push(keys.slice(from, from + itemsPerStep).sort((a, b) => (a! < b! ? -1 : 1)))
    yield
  }
  while (runs.length > 1) {
    const merged: SortKey[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergedKeys(runs[at]!, runs[at + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

function* mergedKeys(some: readonly SortKey[], others: readonly SortKey[]): Generator<undefined, SortKey[]> {
  const merged: SortKey[] = []
  let [at, other] = [0, 0]
  while (at < some.length && other < others.length) {
    merged.push(some[at]! < others[other]! ? some[at++]! : others[other++]!)
    if (merged.length % itemsPerStep === 0) yield
  }
  while (at < some.length) merged.push(some[at++]!)
  while (other < others.length) merged.push(others[other++]!)
  return merged
}

function indexIn(sorted: Float64Array, key: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

function sortTiesById(items: Item[], start: number, end: number): void {
  let at = start + 1
  while (at < end && items[at - 1]!.id < items[at]!.id) at++
  if (at >= end) return
  const run = items.slice(start, end).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const [index, item] of run.entries()) items[start + index] = item
}
