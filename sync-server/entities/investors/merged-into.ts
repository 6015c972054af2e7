import type { TenantTx } from '#server/db/connect/database.ts'

/** A merge leaves ["investors", id, "id", new id] in the deleted row's `emptied`. */
export async function mergedInto(tx: TenantTx, id: string): Promise<string> {
  const [last] = await tx.query<{ id: string }>(
    `with recursive merge_chain (id, step) as (
  select $2::uuid, 0 union
  select (redirect ->> 3)::uuid, step + 1
  from merge_chain join investors r on r.tenant_id = $1 and r.id = merge_chain.id and r.deleted_at is not null
    cross join jsonb_array_elements(coalesce(r.emptied, '[]')) redirect
  where redirect -> 0 = '"investors"' and redirect ->> 1 = r.id::text and redirect -> 2 = '"id"'
) select id from merge_chain order by step desc limit 1`,
    [tx.tenantId, id],
  )
  return last!.id
}
