import type { AnyRow } from '#schema/kernel/entity.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import type { ChangedIds } from './entity-table.ts'
import type { TablesByName } from './follower.ts'

export type Joins = readonly { readonly entity: string; readonly via: string }[]

export const joinsOf = ({ sortBy, joins = [] }: ViewOptions<AnyRow>): Joins =>
  typeof sortBy === 'function' ? joins : [...joins, sortBy]

export const entitiesOf = (entity: string, options: ViewOptions<AnyRow>): ReadonlySet<string> =>
  new Set([entity, ...joinsOf(options).map((join) => join.entity)])

export function affectedRows(
  tables: TablesByName,
  entity: string,
  joins: Joins,
  touched: ReadonlyMap<string, ChangedIds>,
): ReadonlySet<string> {
  const ownIds = touched.get(entity)
  const changed = joins.filter((join) => (touched.get(join.entity)?.size ?? 0) > 0)
  if (changed.length === 0) return ownIds ?? new Set()
  const ids = new Set(ownIds)
  for (const { entity: other, via } of changed) {
    for (const otherId of touched.get(other)!) {
      for (const id of tables.of(entity).idsWhere(via, otherId)) ids.add(id)
    }
  }
  return ids
}
