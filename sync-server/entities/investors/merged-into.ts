import type { TenantTx } from '#server/db/connect/database.ts'

/** Returns `id` itself when it was not merged. */
export async function mergedInto(tx: TenantTx, id: string): Promise<string> {
  const [last] = await tx.query<{ id: string }>(
    `with recursive way (id, step) as (
  select $2::uuid, 0 union
  select (moved ->> 3)::uuid, step + 1
  from way join investors r on r.tenant_id = $1 and r.id = way.id and r.deleted_at is not null
    cross join jsonb_array_elements(coalesce(r.emptied, '[]')) moved
  where moved -> 0 = '"investors"' and moved ->> 1 = r.id::text and moved -> 2 = '"id"'
) select id from way order by step desc limit 1`,
    [tx.tenantId, id],
  )
  return last!.id
}
