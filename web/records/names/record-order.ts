import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import type { JoinedSort, SortBy } from '#web/store/base/contract.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { namerOf } from './record-title.ts'

/** Cached, so that views share an order. */
export const fieldOrder = <Name extends EntityName>(entity: Name, field: string): SortBy<Row<Name>> =>
  cached<Row<Name>>(`${entity} ${field}`, () => orderByField(entity, field))

const orders = new Map<string, SortBy<AnyRow>>()

function cached<R extends AnyRow>(name: string, make: () => SortBy<AnyRow>): SortBy<R> {
  const order = orders.get(name) ?? make()
  orders.set(name, order)
  return order as SortBy<R>
}

function orderByField(entity: EntityName, field: string): SortBy<AnyRow> {
  const definition = (registry[entity] as Entity).fields[field]!
  const { storage } = definition
  if (storage.kind === 'reference') return referenceOrder(entity, field, storage.to as EntityName)
  if (isStatus(definition)) return (row) => statusClass(row[field] as string | null)
  if (storage.kind === 'decimal') return (row) => moneyKey(row[field] as string | null)
  if (storage.kind === 'flag') return (row) => (row[field] ? 0 : 1)
  if (storage.kind === 'text' || storage.kind === 'email')
    return (row) => (typeof row[field] === 'string' ? foldText(row[field]) : null)
  return (row) => row[field] as string | null
}

/** Computed once per referenced record. */
function referenceOrder(entity: EntityName, field: string, to: EntityName): JoinedSort<AnyRow> {
  const { title }: Entity = registry[entity]
  const nameOf = namerOf(to)
  const fallbackField = title && 'via' in title && title.via === field ? title.otherwise : undefined
  return {
    via: field,
    entity: to as 'projects',
    key: (other: AnyRow) => foldText(nameOf(other)),
    ...(fallbackField && { fallback: (row: AnyRow) => foldText((row[fallbackField] as string | null) ?? '') }),
  }
}

export function titleOrder<Name extends EntityName>(entity: Name): SortBy<Row<Name>> {
  const { title }: Entity = registry[entity]
  if (title && 'via' in title) return fieldOrder(entity, title.via)
  const nameOf = namerOf(entity)
  return cached<Row<Name>>(entity, () => (row) => foldText(nameOf(row)))
}
