import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import { isStatus } from '#schema/kernel/field.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { JoinedSort, SortBy } from '#web/store/base/contract.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { namerOf } from './record-title.ts'

/** Cached, so that views share an order. */
export function fieldOrder(entity: EntityName, field: string): SortBy<AnyRow> {
  return cached(`${entity} ${field}`, () => orderByField(entity, field))
}

const orders = new Map<string, SortBy<AnyRow>>()

function cached(name: string, make: () => SortBy<AnyRow>): SortBy<AnyRow> {
  const known = orders.get(name)
  if (known) return known
  const made = make()
  orders.set(name, made)
  return made
}

function orderByField(entity: EntityName, field: string): SortBy<AnyRow> {
  const of = (registry[entity] as Entity).fields[field]!
  const { storage } = of
  if (storage.kind === 'reference') return referenceOrder(entity, field, storage.to as EntityName)
  if (isStatus(of)) return (row) => statusClass(row[field] as string | null)
  if (storage.kind === 'decimal') return (row) => moneyKey(row[field] as string | null)
  if (storage.kind === 'flag') return (row) => (row[field] ? 0 : 1)
  if (storage.kind === 'text' || storage.kind === 'email')
    return (row) => (typeof row[field] === 'string' ? foldText(row[field]) : null)
  return (row) => row[field] as string | null
}

/** By the title of the referenced record, which is computed once per record. */
function referenceOrder(entity: EntityName, field: string, to: EntityName): JoinedSort<AnyRow> {
  const { title }: Entity = registry[entity]
  const nameOf = namerOf(to)
  const otherwise = title && 'via' in title && title.via === field ? title.otherwise : undefined
  return {
    via: field as never,
    entity: to as 'projects',
    key: (other: AnyRow) => foldText(nameOf(other)),
    ...(otherwise && { otherwise: (row: AnyRow) => foldText((row[otherwise] as string | null) ?? '') }),
  }
}

export function titleOrder(entity: EntityName): SortBy<AnyRow> {
  const { title }: Entity = registry[entity]
  if (title && 'via' in title) return fieldOrder(entity, title.via)
  const nameOf = namerOf(entity)
  return cached(entity, () => (row) => foldText(nameOf(row)))
}
