// Searches through the same views as the lists, so folded texts and sort orders are reused.
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import { listOptions, orderOf } from '#web/records/data/list-options.ts'
import { titleViewOptions } from '#web/records/names/title-view-options.ts'
import { readerOf, titleReaderOf } from '#web/records/data/read-any.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import type { RowList, Store, View, ViewOptions } from '#web/store/base/contract.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { recordNameOf } from '#schema/records/record-name.ts'
import { holdingsOfAmount } from './holdings-of-amount.ts'

export interface FoundRecord {
  readonly entity: EntityName
  readonly id: string
  readonly title: string
  readonly relatedNames: string
}

export interface FoundRecords {
  readonly exact: readonly FoundRecord[]
  /** What may have been meant, of all entities. */
  readonly similar: readonly FoundRecord[]
}

const maxResults = 5
const maxCompared = 500
const nothing: FoundRecords = { exact: [], similar: [] }

export interface RecordFinder {
  readonly search: (query: string) => void
  readonly subscribe: (listener: () => void) => () => void
  /** Returns the same object until the result changes. */
  readonly found: () => FoundRecords
  readonly close: () => void
}

const newest = orderOf<AnyRow>({}, null)

export function createRecordFinder(store: Store, entities: readonly EntityName[]): RecordFinder {
  const listeners = new Set<() => void>()
  let query = ''
  let views: readonly (readonly [EntityName, View])[] = []
  let lastKey = ''
  let lastResult = nothing
  const notify = () => {
    for (const listener of listeners) listener()
  }
  // Views open with the first query and stay open while the palette is.
  const open = () =>
    entities.map((entity) => {
      // The cached options are those of this entity.
      const view = store.view(entity, {
        ...optionsOf(store, entity),
        search: query,
        findsSimilar: true,
      } as never) as unknown as View
      view.subscribe(notify)
      return [entity, view] as const
    })
  return {
    search: (foldedQuery) => {
      if (foldedQuery === query) return
      query = foldedQuery
      if (views.length === 0) views = open()
      else for (const [, view] of views) view.update({ search: query })
      notify()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    found: () => {
      const now = `${query} ${views.map(([, { version }]) => version).join(' ')}`
      if (now === lastKey) return lastResult
      lastKey = now
      lastResult = foldText(query).trim() ? foundIn(store, views, query) : nothing
      return lastResult
    },
    close: () => {
      for (const [, view] of views) view.close()
      views = []
    },
  }
}

function foundIn(store: Store, views: readonly (readonly [EntityName, View])[], query: string): FoundRecords {
  const read = titleReaderOf(store)
  const foldedQuery = foldText(query).trim()
  const found = (entity: EntityName, row: AnyRow, title = recordTitle(entity, row, read)): FoundRecord => ({
    entity,
    id: row.id,
    title,
    relatedNames: relatedNamesOf(store, entity, row).join(' · '),
  })
  const bestOf = (entity: EntityName, rows: RowList): readonly FoundRecord[] =>
    rows
      .slice(0, maxCompared)
      .map((row) => ({ row, title: recordTitle(entity, row, read) }))
      .map((each) => ({ ...each, rank: rankOf(foldText(each.title), foldedQuery) }))
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, maxResults)
      .map(({ row, title }) => found(entity, row, title))
  const byText = views.flatMap(([entity, { rows, ready }]) => (ready ? bestOf(entity, rows) : []))
  const byAmount = views.flatMap(([entity]) =>
    holdingsOfAmount(store, entity, query, maxResults).map((row) => found(entity, row)),
  )
  const exact = [...new Map([...byAmount, ...byText].map((each) => [each.id, each])).values()]
  if (exact.length >= maxResults) return { exact, similar: [] }
  return { exact, similar: views.flatMap(([entity, { similar }]) => bestOf(entity, similar)).slice(0, maxResults) }
}

function rankOf(name: string, foldedQuery: string): number {
  if (name === foldedQuery) return 0
  if (name.startsWith(foldedQuery)) return 1
  return name.includes(` ${foldedQuery}`) ? 2 : 3
}

interface Reference {
  readonly field: string
  readonly to: EntityName
}

/** For entities titled by one reference: an investment can also be found by its investor. */
function otherReferences(entity: EntityName): readonly Reference[] {
  const { title, fields }: Entity = registry[entity]
  if (!title || !('via' in title)) return []
  return Object.entries(fields).flatMap(([field, { storage }]) =>
    storage.kind === 'reference' && field !== title.via ? [{ field, to: storage.to as EntityName }] : [],
  )
}

const hasHolding = (entity: EntityName): boolean => {
  const { title }: Entity = registry[entity]
  return title !== undefined && 'holding' in title
}

export function relatedNamesOf(store: Store, entity: EntityName, row: AnyRow): readonly string[] {
  const read = readerOf(store)
  if (hasHolding(entity)) return []
  return otherReferences(entity).flatMap(({ field, to }) => {
    const id = row[field]
    const other = typeof id === 'string' ? read(to, id) : undefined
    return (other && recordNameOf(to, other, read)) ?? []
  })
}

const optionsByStore = new WeakMap<Store, Map<EntityName, ViewOptions<AnyRow>>>()

/** One object per store and entity, so that the folded texts outlive the palette. */
function optionsOf(store: Store, entity: EntityName): ViewOptions<AnyRow> {
  const cached = optionsByStore.get(store) ?? new Map<EntityName, ViewOptions<AnyRow>>()
  optionsByStore.set(store, cached)
  const options = cached.get(entity) ?? optionsFor(store, entity)
  cached.set(entity, options)
  return options
}

function optionsFor(store: Store, entity: EntityName): ViewOptions<AnyRow> {
  const { searchText, joins = [] } = titleViewOptions(store, entity) as unknown as ViewOptions<AnyRow>
  const references = otherReferences(entity)
  if (references.length === 0) return { ...listOptions(searchText!, newest), joins }
  const notJoined = references.filter(({ field }) => joins.every(({ via }) => via !== field))
  const text = (row: AnyRow) => `${searchText!(row)} ${relatedNamesOf(store, entity, row).join(' ')}`
  return {
    ...listOptions(text, newest),
    joins: [...joins, ...notJoined.map(({ field, to }) => ({ entity: to, via: field as 'id' }))],
  }
}
