// A table and a view in memory, as plain as can be: what the store promises to screens, without speed.
import type { AnyRow } from '#schema/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Mark, SortKey, Table, View, ViewOptions } from '#web/store/contract.ts'
import { foldText } from '#web/store/fold-text.ts'
import { sortKeysOf } from '#web/store/sort-key.ts'

export class MemoryTable implements Table {
  version = 0
  readonly rows = new Map<string, AnyRow>()
  readonly marks = new Map<string, Mark>()
  readonly listeners = new Set<() => void>()

  get size(): number {
    return this.rows.size
  }
  get(id: string): AnyRow | undefined {
    return this.rows.get(id)
  }
  all(): Iterable<AnyRow> {
    return this.rows.values()
  }
  scan(): Iterable<AnyRow> {
    return this.rows.values()
  }
  where(field: string, id: string): readonly AnyRow[] {
    return [...this.rows.values()].filter((row) => row[field] === id)
  }
  mark(id: string): Mark | undefined {
    return this.marks.get(id)
  }
  marked(): ReadonlySet<string> {
    return new Set(this.marks.keys())
  }
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  changed(): void {
    this.version++
    for (const listener of this.listeners) listener()
  }
}

function compareKeys(a: SortKey, b: SortKey): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

export class MemoryView implements View {
  rows: readonly AnyRow[] = []
  readonly ready = true
  version = 0
  readonly #listeners = new Set<() => void>()
  readonly #leave: (() => void)[]
  readonly #table: MemoryTable
  readonly #get: (entity: EntityName, id: string) => AnyRow | undefined
  #options: ViewOptions<AnyRow>

  constructor(
    table: MemoryTable,
    joined: readonly MemoryTable[],
    options: ViewOptions<AnyRow>,
    get: (entity: EntityName, id: string) => AnyRow | undefined,
  ) {
    this.#table = table
    this.#get = get
    this.#options = options
    this.#leave = [table, ...joined].map((each) => each.subscribe(() => this.#read()))
    this.#read()
  }
  update(options: Partial<ViewOptions<AnyRow>>): void {
    this.#options = { ...this.#options, ...options }
    this.#read()
  }
  expect(): void {}
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  close(): void {
    for (const leave of this.#leave) leave()
  }
  #read(): void {
    const { sortBy, descending, search, searchText, filter } = this.#options
    const keyOf = sortKeysOf(sortBy, (entity, id) => this.#get(entity as EntityName, id))
    const wanted = foldText(search ?? '')
    const sign = descending ? -1 : 1
    this.rows = [...this.#table.all()]
      .filter((row) => !filter || filter(row))
      .filter((row) => !wanted || foldText(searchText?.(row) ?? '').includes(wanted))
      .sort((a, b) => sign * compareKeys(keyOf(a), keyOf(b)) || compareKeys(a.id, b.id))
    this.version++
    for (const listener of this.#listeners) listener()
  }
}
