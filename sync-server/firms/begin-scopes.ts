import type { Database, TenantTx } from '#server/db/connect/database.ts'

/** Earlier deletes are not sent. */
export const beginScopes = (database: Database, tenantId: string, userIds: readonly string[]): Promise<unknown> =>
  database.tenant(tenantId, (tx) => beginScopesIn(tx, userIds))

export const beginScopesIn = (tx: TenantTx, userIds: readonly string[]): Promise<unknown> =>
  tx.query(
    `insert into scopes (tenant_id, user_id, began)
select n.tenant_id, u.id, n.n from tenant_numbers n, unnest($2::uuid[]) as u(id) where n.tenant_id = $1
on conflict (tenant_id, user_id) do update set began = excluded.began`,
    [tx.tenantId, userIds],
  )
