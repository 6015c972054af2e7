// SQL that finds the ids of related rows across all entities; $1 is the tenant.
import { tenantEntities } from '#schema/registry.ts'
import { storedColumns } from '#server/db/tables/columns.ts'

export interface FoundId {
  readonly entity: string
  readonly id: string
}

/** The rows that the changes of $2 deleted. */
export const groupSql = tenantEntities
  .map(
    (entity) =>
      `select '${entity.name}' as entity, id from ${entity.table} where tenant_id = $1 and deleted_in = any($2::uuid[])`,
  )
  .join(' union all ')

export const maxLinks = 100

/** Follows the acyclic references of the rows $3 of the entity $2. The depth also ends a cycle. */
export const chainSql = `with recursive chain as (select $2::text as entity, id, 1 as depth from unnest($3::uuid[]) as given(id) union all
select next.entity, next.id, chain.depth + 1 from chain cross join lateral (${tenantEntities
  .flatMap((entity) => {
    const to = entity.acyclicField && entity.fields[entity.acyclicField]!.storage
    if (!to || to.kind !== 'reference') return []
    const { column } = storedColumns(entity).find(({ name }) => name === entity.acyclicField)!
    return `select '${to.to}' as entity, t.${column} as id from ${entity.table} t where t.tenant_id = $1 and t.id = chain.id and chain.entity = '${entity.name}'`
  })
  .join(' union all ')}) as next where next.id is not null and chain.depth < ${maxLinks}) select entity, id from chain`
