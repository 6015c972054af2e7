import type { Entity } from '#schema/kernel/entity.ts'
import { insertSql, storedColumns } from '#server/db/tables/columns.ts'

/** One statement for any number of rows, given as JSON. */
export const upsertSql = (entity: Entity): string =>
  `${insertSql(entity)} on conflict (tenant_id, id) do update set ${storedColumns(entity)
    .filter(({ name }) => !['id', 'createdAt', 'createdBy'].includes(name))
    .map(({ column }) => `${column} = excluded.${column}`)
    .join(', ')}`
