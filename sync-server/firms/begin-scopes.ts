import type { Database } from '#server/db/connect/database.ts'

/** Earlier deletes are not sent. */
export const beginScopes = (database: Database, tenantId: string, userIds: readonly string[]): Promise<unknown> =>
  database.tenant(tenantId, (tx) =>
    tx.query(
      `insert into scopes (tenant_id, user_id, began)
select n.tenant_id, u.id, n.n from tenant_numbers n, unnest($2::uuid[]) as u(id) where n.tenant_id = $1
on conflict (tenant_id, user_id) do update set began = excluded.began`,
      [tenantId, userIds],
    ),
  )
