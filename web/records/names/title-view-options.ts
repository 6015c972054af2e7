import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import type { Store, ViewOptions } from '#web/store/base/contract.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { titleOrder } from './record-order.ts'
import { namerOf, recordTitle } from './record-title.ts'

export interface TitleViewOptions<R extends AnyRow = AnyRow> extends ViewOptions<R> {
  readonly searchText: (row: R) => string
}

const cache = new WeakMap<Store, Map<EntityName, unknown>>()

/** One object per store and entity, so that views share an order. */
export function titleViewOptions<Name extends EntityName>(store: Store, entity: Name): TitleViewOptions<Row<Name>> {
  const cacheOfStore = cache.get(store) ?? new Map<EntityName, unknown>()
  cache.set(store, cacheOfStore)
  const options = (cacheOfStore.get(entity) as TitleViewOptions<Row<Name>> | undefined) ?? createOptions(store, entity)
  cacheOfStore.set(entity, options)
  return options
}

function createOptions<Name extends EntityName>(store: Store, entity: Name): TitleViewOptions<Row<Name>> {
  const { title, fields }: Entity = registry[entity]
  const sortBy = titleOrder(entity)
  if (!title || !('via' in title)) return { sortBy, searchText: namerOf(entity) }
  // An investment's title includes its investor.
  const referencesInTitle = [title.via, ...(title.holding ? [title.holding.investor] : [])]
  const read = titleReaderOf(store)
  return {
    sortBy,
    searchText: (row) => recordTitle(entity, row, read),
    joins: referencesInTitle.flatMap((field) => {
      const { storage } = fields[field]!
      return storage.kind === 'reference' ? [{ entity: storage.to as EntityName, via: field as 'id' }] : []
    }),
  }
}
