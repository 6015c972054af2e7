import type { AnyRow } from '#schema/kernel/entity.ts'
import { rowsPerStep } from '#schema/kernel/steps.ts'
import { entitiesOf, joinsOf } from './affected-rows.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import type { SearchTexts } from './search-texts.ts'
import { findsAll, isNarrower, wordsOf } from './search-words.ts'
import { sortItems, reversed } from './sort-items.ts'
import { sortKeysOf } from './sort-key.ts'
import { type Item, type Move, type Order, orderOf, SortedList } from './sorted-list.ts'
import { type Tables, unpackSteps } from './tables.ts'

export interface Source {
  readonly tables: Tables
  readonly entity: string
  readonly texts: SearchTexts | undefined
}

type Options = ViewOptions<AnyRow>

export const sameOptions = (a: Options, b: Options): boolean =>
  a.sortBy === b.sortBy &&
  (a.descending ?? false) === (b.descending ?? false) &&
  a.filter === b.filter &&
  a.searchText === b.searchText &&
  a.search === b.search &&
  a.joins === b.joins

export function* arrange(source: Source, options: Options, before: Arrangement | undefined) {
  const order = orderOf(options.descending ?? false)
  const words = wordsOf(options.search)
  const isSameSet = before !== undefined && before.hasSetOf(options)
  const isReversed = (before?.options.descending ?? false) !== (options.descending ?? false)
  if (!isSameSet) yield* unpackSteps(source.tables, entitiesOf(source.entity, options))
  const all = !isSameSet
    ? new SortedList(yield* sortItems(yield* itemsOf(source, options), options.descending ?? false), order)
    : isReversed
      ? new SortedList(reversed(before.all.items), order)
      : before.all
  const isSameText = before?.source.texts === source.texts
  const found = yield* search(source, all, words, isSameSet && !isReversed && isSameText ? before : undefined, order)
  return new Arrangement(source, options, all, found, words)
}

function* itemsOf({ tables, entity }: Source, { sortBy, filter }: Options) {
  const keyOf = sortKeysOf(sortBy, (other, id) => tables.of(other).peek(id))
  const items: Item[] = []
  let read = 0
  for (const row of tables.of(entity).scan()) {
    if (!filter || filter(row)) items.push({ id: row.id, key: keyOf(row) })
    if (++read % rowsPerStep === 0) yield
  }
  return items
}

function* search(
  source: Source,
  all: SortedList,
  words: readonly string[],
  before: Arrangement | undefined,
  order: Order,
) {
  if (words.length === 0) return all
  const from = before && isNarrower(words, before.words) ? before.found : all
  const found: Item[] = []
  for (const [index, item] of from.items.entries()) {
    if (findsAll(words, source.texts?.text(item.id) ?? '')) found.push(item)
    if (index % rowsPerStep === 0) yield
  }
  return new SortedList(found, order)
}

export class Arrangement {
  readonly source: Source
  readonly options: Options
  readonly all: SortedList
  readonly found: SortedList
  readonly words: readonly string[]
  /** Built on the first change, because a list can be rendered without it. */
  #items: Map<string, Item> | undefined

  constructor(source: Source, options: Options, all: SortedList, found: SortedList, words: readonly string[]) {
    this.source = source
    this.options = options
    this.all = all
    this.found = found
    this.words = words
  }

  hasSetOf({ sortBy, filter }: Options): boolean {
    return this.options.sortBy === sortBy && this.options.filter === filter
  }

  isFor(options: Options): boolean {
    return sameOptions(this.options, options)
  }

  copy(): Arrangement {
    const all = new SortedList([...this.all.items], orderOf(this.options.descending ?? false))
    return new Arrangement(this.source, this.options, all, all, [])
  }

  /** Applies changes of these rows; false when none of them is or was in this arrangement. */
  applyChanges(ids: Iterable<string>): boolean {
    const { tables, entity, texts } = this.source
    const { sortBy, filter } = this.options
    const table = tables.of(entity)
    const keyOf = sortKeysOf(sortBy, (entityName, id) => tables.of(entityName).peek(id))
    const all: Move[] = []
    const found: Move[] = []
    for (const id of ids) {
      const before = this.#byId().get(id)
      const row = table.peek(id)
      const after = row && (!filter || filter(row)) ? { id, key: keyOf(row) } : undefined
      if (!before && !after) continue
      all.push({ before, after })
      if (after) this.#byId().set(id, after)
      else this.#byId().delete(id)
      if (this.found === this.all) continue
      found.push({
        before: before && this.found.has(before) ? before : undefined,
        after: after && findsAll(this.words, texts?.text(id) ?? '') ? after : undefined,
      })
    }
    this.all.exchange(all)
    if (this.found !== this.all) this.found.exchange(found)
    return all.length > 0
  }

  only(keeps: (id: string) => boolean): Arrangement {
    const all = this.all.only(keeps)
    const found = this.found === this.all ? all : this.found.only(keeps)
    return new Arrangement(this.source, this.options, all, found, this.words)
  }

  *prepare() {
    const { tables, entity, texts } = this.source
    const table = tables.of(entity)
    for (const { via } of joinsOf(this.options)) yield* table.prepareIndex(via)
    yield* this.#prepareById()
    for (let index = 0; index < this.all.items.length; index++) {
      texts?.text(this.all.items[index]!.id)
      if (index % 64 === 0) yield
    }
  }

  /** A change in the meantime needs all of them at once. */
  *#prepareById() {
    const items = new Map<string, Item>()
    for (const [index, item] of this.all.items.entries()) {
      if (index % rowsPerStep === 0) yield
      if (this.#items) return
      items.set(item.id, item)
    }
    this.#items = items
  }

  #byId(): Map<string, Item> {
    return (this.#items ??= new Map(this.all.items.map((item) => [item.id, item])))
  }
}
