import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import type { Store, ViewOptions } from '#web/store/base/contract.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { titleOrder } from './record-order.ts'
import { namerOf, recordTitle } from './record-title.ts'

export interface NamesInOrder<R extends AnyRow = AnyRow> extends ViewOptions<R> {
  readonly searchText: (row: R) => string
}

const made = new WeakMap<Store, Map<EntityName, unknown>>()

/**
 * View options that sort and search records by title. One object per store and entity, so that views share an order.
 */
export function namesInOrder<Name extends EntityName>(store: Store, entity: Name): NamesInOrder<Row<Name>> {
  const ofStore = made.get(store) ?? new Map<EntityName, unknown>()
  made.set(store, ofStore)
  const options = (ofStore.get(entity) as NamesInOrder<Row<Name>> | undefined) ?? ordered(store, entity)
  ofStore.set(entity, options)
  return options
}

function ordered<Name extends EntityName>(store: Store, entity: Name): NamesInOrder<Row<Name>> {
  const { title, fields }: Entity = registry[entity]
  const sortBy = titleOrder(entity)
  if (!title || !('via' in title)) return { sortBy, searchText: namerOf(entity) }
  // An investment's title includes its investor.
  const named = [title.via, ...(title.holding ? [title.holding.investor] : [])]
  const read = titleReaderOf(store)
  return {
    sortBy,
    searchText: (row) => recordTitle(entity, row, read),
    joins: named.flatMap((field) => {
      const { storage } = fields[field]!
      return storage.kind === 'reference' ? [{ entity: storage.to as EntityName, via: field as 'id' }] : []
    }),
  }
}
