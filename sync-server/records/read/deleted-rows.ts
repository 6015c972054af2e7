import { type EntityName, tenantEntities } from '#schema/registry.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { isVerbSql } from '#server/records/audit/audit-action.ts'

export interface DeletedRow {
  readonly entity: EntityName
  readonly id: string
  readonly deletedIn: string
  readonly at: string
}

export const deletedSql = (condition: string, entities: readonly Entity[] = tenantEntities): string =>
  entities
    .map(
      ({ name, table }) => `select '${name}' as entity, id, deleted_in as "deletedIn", deleted_at as at from ${table}
where tenant_id = $1 and deleted_in is not null and deleted_at ${condition}`,
    )
    .join('\nunion all\n')

export interface Root {
  readonly entity: EntityName
  readonly id: string
  readonly changeId: string
  readonly userId: string | null
}

/** The records that people deleted. */
export async function rootsOf(tx: TenantTx, rows: readonly DeletedRow[]): Promise<Root[]> {
  const changeOf = new Map(rows.map(({ id, deletedIn }) => [id, deletedIn]))
  const found = await tx.query<Root>(
    `select entity_type as entity, entity_id as id, details ->> 'changeId' as "changeId", user_id as "userId" from audit_logs a
where tenant_id = $1 and ${isVerbSql('delete', 'a')} and entity_id = any($2::uuid[])
  and details ->> 'changeId' = any($3::text[]) order by a.place`,
    [tx.tenantId, [...changeOf.keys()], [...new Set(changeOf.values())]],
  )
  // An earlier change may have deleted the record before, with others.
  return found.filter(({ id, changeId }) => changeOf.get(id) === changeId)
}
