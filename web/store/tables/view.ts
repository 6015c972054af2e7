// Sorting and searching run in slices while the current rows stay shown; afterwards only changed rows move.
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { RowList, Unsubscribe, View, ViewOptions, ViewOrder } from '#web/store/base/contract.ts'
import { affectedRows, entitiesOf, joinsOf } from './affected-rows.ts'
import { arrange, type Arrangement } from './arrangement.ts'
import type { ChangedIds, EntityTable } from './entity-table.ts'
import { PrefetchedOrder } from './prefetched-order.ts'
import { afterPause, inSlices, whenIdle } from '#web/store/base/time-slicing.ts'
import type { Follower } from './follower.ts'
import { isNarrower } from './search-words.ts'
import { similarRows } from './similar-rows.ts'
import type { Item } from './sorted-list.ts'
import type { Tables } from './tables.ts'

export class TableView implements View, Follower {
  entities: ReadonlySet<string>
  readonly rows: RowList<AnyRow>
  readonly similar: RowList<AnyRow>
  readonly #tables: Tables
  readonly #entity: string
  #options: ViewOptions<AnyRow>
  #texts
  #shown: Arrangement | undefined
  #similar: readonly Item[] = []
  #version = 0
  #notifiedVersion = 0
  #isBuilding = false
  /** Set when the shown rows are in the order of an older set, which must not be reused. */
  #hasOldSet = false
  #isQuiet = true
  #prefetched: PrefetchedOrder | undefined
  #stop = () => {}
  #stopIdle = () => {}
  #stopSimilar = () => {}
  readonly #listeners = new Set<() => void>()
  #releaseTexts: () => void

  constructor(tables: Tables, entity: string, options: ViewOptions<AnyRow>) {
    this.#tables = tables
    this.#entity = entity
    this.#options = options
    this.#texts = tables.textsFor(entity, options)
    this.entities = entitiesOf(entity, options)
    this.rows = rowsOf(
      tables.of(entity),
      () => this.#shown?.found.items ?? [],
      () => this.#shown,
    )
    this.similar = rowsOf(
      tables.of(entity),
      () => this.#similar,
      () => this.#similar,
    )
    this.#releaseTexts = tables.addFollower(this)
    this.#build()
    this.#isQuiet = false
  }

  get ready(): boolean {
    return this.#shown !== undefined
  }

  get version(): number {
    return this.#version
  }

  update(options: Partial<ViewOptions<AnyRow>>): void {
    const before = this.#options
    this.#options = { ...before, ...options }
    this.#texts.release()
    this.#texts = this.#tables.textsFor(this.#entity, this.#options)
    this.#releaseTexts()
    this.entities = new Set([...this.entities, ...entitiesOf(this.#entity, this.#options)])
    this.#releaseTexts = this.#tables.addFollower(this)
    this.#build()
  }

  prefetch(order: ViewOrder<AnyRow>): void {
    const options = { ...this.#options, ...order }
    if (this.#isBuilding || this.#shown?.isFor(options) || this.#prefetched?.isFor(options)) return
    this.#prefetched?.stop()
    this.#prefetched = new PrefetchedOrder(this.#tables.scheduler, options, this.#buildSteps(options))
  }

  *scan(): Generator<AnyRow> {
    const table = this.#tables.of(this.#entity)
    // A copy, because changes move the items while a caller walks them in slices.
    const items = this.#shown?.found.items.slice() ?? []
    for (const { id } of items) {
      const row = table.peek(id)
      if (row) yield row
    }
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#stop()
    this.#dropPrefetched()
    this.#stopIdle()
    this.#stopSimilar()
    this.#releaseTexts()
    this.#texts.release()
    this.#listeners.clear()
  }

  /** Rows in both sets stay in place until the new order is ready; the others disappear. */
  reload(): void {
    this.#isQuiet = true
    const table = this.#tables.of(this.#entity)
    this.#shown = this.#shown?.only((id) => table.has(id))
    this.#similar = []
    this.#hasOldSet = true
    this.#version++
    this.#build()
    this.#isQuiet = false
  }

  follow(touched: ReadonlyMap<string, ChangedIds>): void {
    this.#isQuiet = true
    this.#dropPrefetched()
    // The shown rows follow the options with which they were arranged, until the wanted ones replace them.
    const joins = joinsOf(this.#shown?.options ?? this.#options)
    const ids = affectedRows(this.#tables, this.#entity, joins, touched)
    if (this.#shown?.applyChanges(ids)) this.#version++
    this.#similar = this.#similar.filter(({ id }) => !ids.has(id))
    if (this.#isBuilding) this.#build()
    else if (this.#shown) this.#findSimilar(this.#shown)
    this.#isQuiet = false
  }

  notify(): void {
    if (this.#notifiedVersion === this.#version) return
    this.#notifiedVersion = this.#version
    for (const listener of this.#listeners) listener()
  }

  #build(): void {
    this.#stop()
    this.#stopIdle()
    this.#stopSimilar()
    this.#isBuilding = true
    const prefetched = this.#prefetched?.isFor(this.#options) ? this.#prefetched : undefined
    const steps = prefetched ?? this.#buildSteps(this.#options)
    this.#dropPrefetched()
    this.#stop = inSlices(this.#tables.scheduler, steps, (arrangement) => {
      this.#isBuilding = false
      this.#hasOldSet = false
      this.#findSimilar(arrangement)
      this.#shown = arrangement
      this.#version++
      this.#stopIdle = whenIdle(this.#tables.scheduler, arrangement.prepare())
      if (!this.#isQuiet) this.notify()
    })
  }

  /** Until then the earlier similar rows stay, if the search only became longer. */
  #findSimilar(arrangement: Arrangement): void {
    this.#stopSimilar()
    const before = this.#shown
    const isLonger = before?.hasSetOf(arrangement.options) && isNarrower(arrangement.words, before.words)
    if (!this.#options.findsSimilar || !isLonger) this.#similar = []
    if (!this.#options.findsSimilar) return
    this.#stopSimilar = afterPause(this.#tables.scheduler, similarRows(arrangement), (similar) => {
      if (similar.length === 0 && this.#similar.length === 0) return
      this.#similar = similar
      this.#version++
      this.notify()
    })
  }

  #buildSteps(options: ViewOptions<AnyRow>) {
    const source = { tables: this.#tables, entity: this.#entity, texts: this.#texts.texts }
    const current = this.#hasOldSet ? undefined : this.#shown
    return arrange(
      source,
      options,
      current?.hasSetOf(options) ? current : (this.#copyFromOtherView(options) ?? current),
    )
  }

  #copyFromOtherView(options: ViewOptions<AnyRow>): Arrangement | undefined {
    if (this.#tables.isChanging) return undefined
    for (const other of this.#tables.followers) {
      if (!(other instanceof TableView) || other.#entity !== this.#entity || other.#hasOldSet) continue
      if (other.#shown?.hasSetOf(options)) return other.#shown.copy()
    }
    return undefined
  }

  #dropPrefetched(): void {
    this.#prefetched?.stop()
    this.#prefetched = undefined
  }
}

const rowsOf = (
  table: EntityTable,
  items: () => readonly Item[],
  arranged: () => object | undefined,
): RowList<AnyRow> => ({
  get length() {
    return items().length
  },
  get arranged() {
    return arranged()
  },
  slice: (first, end) =>
    items()
      .slice(first, end)
      .map(({ id }) => table.get(id)!),
  indexOfId: (id) => items().findIndex((item) => item.id === id),
})
