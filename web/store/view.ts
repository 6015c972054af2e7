// A sorted, searched list of one table. Every row has one item with its key; a change moves items, nothing else.
import type { AnyRow } from '#schema/entity.ts'
import type { SortKey, Unsubscribe, View, ViewOptions } from './contract.ts'
import { foldText } from './fold-text.ts'
import { orderOf, SortedList } from './sorted-list.ts'
import type { Item, Order } from './sorted-list.ts'
import type { Touched } from './entity-table.ts'
import type { Follower, Tables } from './tables.ts'

export class TableView implements View, Follower {
  readonly entities: ReadonlySet<string>
  readonly #tables: Tables
  readonly #entity: string
  #options: ViewOptions<AnyRow>
  #order: Order
  #wanted: string[]
  /** By id; made when something first changes, since a list is drawn without it. */
  #items: Map<string, Item> | undefined
  readonly #all = new SortedList()
  /** What the search leaves; the same list while nobody searches. */
  #found = this.#all
  #version = 0
  #told = 0
  readonly #listeners = new Set<() => void>()
  readonly #leave: () => void

  constructor(tables: Tables, entity: string, options: ViewOptions<AnyRow>) {
    this.#tables = tables
    this.#entity = entity
    this.#options = options
    this.#order = orderOf(options.descending ?? false)
    this.#wanted = wordsOf(options.search)
    this.entities = new Set([entity, ...(options.joins ?? []).map((join) => join.entity)])
    this.readAnew()
    this.#leave = tables.addFollower(this)
  }

  get rows(): readonly AnyRow[] {
    return this.#found.rows
  }

  get version(): number {
    return this.#version
  }

  update(options: Partial<ViewOptions<AnyRow>>): void {
    const before = this.#options
    this.#options = { ...before, ...options }
    const { sortBy, filter, searchText } = this.#options
    if (searchText !== before.searchText) for (const item of this.#all.items) item.text = undefined
    if (sortBy !== before.sortBy || filter !== before.filter) this.readAnew()
    else {
      const turned = (before.descending ?? false) !== (this.#options.descending ?? false)
      const wanted = wordsOf(this.#options.search)
      const narrowed = !turned && searchText === before.searchText && isNarrower(wanted, this.#wanted)
      if (turned) this.#turn()
      this.#search(wanted, narrowed)
    }
    this.#version++
    this.tell()
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#leave()
    this.#listeners.clear()
  }

  readAnew(): void {
    this.#order = orderOf(this.#options.descending ?? false)
    this.#items = undefined
    const items: Item[] = []
    for (const row of this.#tables.of(this.#entity).all()) {
      const item = this.#itemOf(row)
      if (item) items.push(item)
    }
    this.#all.fill(items.sort(this.#order))
    this.#search(wordsOf(this.#options.search), false)
    this.#version++
  }

  follow(touched: ReadonlyMap<string, Touched>): void {
    const table = this.#tables.of(this.#entity)
    const items = (this.#items ??= new Map(this.#all.items.map((item) => [item.row.id, item])))
    const moves: Move[] = []
    for (const id of this.#concerned(touched)) {
      const before = items.get(id)
      const row = table.get(id)
      const after = row && this.#itemOf(row)
      if (!before && !after) continue
      moves.push({ before, after, wasFound: before !== undefined && this.#isFound(before) })
      if (after) items.set(id, after)
      else items.delete(id)
    }
    if (moves.length === 0) return
    exchange(this.#all, moves, this.#order)
    if (this.#found !== this.#all) {
      const found = moves.map(({ before, after, wasFound }) => ({
        before: wasFound ? before : undefined,
        after: after && this.#isFound(after) ? after : undefined,
      }))
      exchange(this.#found, found, this.#order)
    }
    this.#version++
  }

  tell(): void {
    if (this.#told === this.#version) return
    this.#told = this.#version
    for (const listener of this.#listeners) listener()
  }

  /** The rows that changed, and those that point to a joined row that did. */
  #concerned(touched: ReadonlyMap<string, Touched>): Iterable<string> {
    const own = touched.get(this.#entity)
    const joins = (this.#options.joins ?? []).filter((join) => (touched.get(join.entity)?.size ?? 0) > 0)
    if (joins.length === 0) return own?.keys() ?? []
    const ids = new Set(own?.keys())
    for (const { entity, via } of joins) {
      for (const id of touched.get(entity)!.keys()) {
        for (const row of this.#tables.of(this.#entity).where(via, id)) ids.add(row.id)
      }
    }
    return ids
  }

  #itemOf(row: AnyRow): Item | undefined {
    const { filter, sortBy } = this.#options
    return filter && !filter(row) ? undefined : { row, key: keyOf(sortBy(row)), text: undefined }
  }

  #turn(): void {
    this.#order = orderOf(this.#options.descending ?? false)
    this.#all.fill(this.#all.items.sort(this.#order))
  }

  #search(wanted: string[], narrowed: boolean): void {
    const from = narrowed ? this.#found : this.#all
    this.#wanted = wanted
    if (wanted.length === 0) this.#found = this.#all
    else {
      this.#found = new SortedList()
      this.#found.fill(from.items.filter((item) => this.#matches(item, wanted)))
    }
  }

  /** Whether the search leaves the item; as its text was when it was last asked. */
  #isFound(item: Item): boolean {
    return this.#found !== this.#all && this.#matches(item, this.#wanted)
  }

  #matches(item: Item, wanted: readonly string[]): boolean {
    item.text ??= foldText(this.#options.searchText?.(item.row) ?? '')
    const { text } = item
    return wanted.every((word) => text.includes(word))
  }
}

interface Move {
  readonly before: Item | undefined
  readonly after: Item | undefined
  readonly wasFound?: boolean
}

/** An item whose key stays keeps its place: only what moves is taken out and put in. */
function exchange(list: SortedList, moves: readonly Move[], order: Order): void {
  const old: Item[] = []
  const fresh: Item[] = []
  for (const { before, after } of moves) {
    if (before && after && before.key === after.key) list.replace(before, after, order)
    else {
      if (before) old.push(before)
      if (after) fresh.push(after)
    }
  }
  list.exchange(old, fresh, order)
}

const wordsOf = (search: string | undefined): string[] =>
  foldText(search ?? '')
    .split(/\s+/)
    .filter(Boolean)

/** Whether every row that the new words find is among those that the old ones found. */
const isNarrower = (wanted: readonly string[], before: readonly string[]): boolean =>
  before.length > 0 && before.every((word) => wanted.some((each) => each.includes(word)))

const keyOf = (key: SortKey | undefined): SortKey => (key === undefined || Number.isNaN(key) ? null : key)
