import type { Verdict } from '#schema/sync/protocol.ts'
import type { TenantTx } from '#server/db/connect/database.ts'

/** The same bytes from the same person get it again. */
export interface Remembered {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly result: Verdict & { readonly answer?: unknown }
}

export async function rememberedVerdicts(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Remembered>> {
  const rows = await tx.query<Remembered>(
    'select id, user_id as "userId", hash, result from verdicts where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const deleteBatchSize = 5_000

export async function deleteVerdicts(
  tx: TenantTx,
  { refused, others }: { readonly refused: Date; readonly others: Date },
): Promise<boolean> {
  const deletedRows = await tx.query(
    `delete from verdicts where tenant_id = $1 and id in (
  select id from verdicts where tenant_id = $1
    and at <= case when result ->> 'verdict' = 'rejected' then $2::timestamptz else $3::timestamptz end limit $4)
returning 1`,
    [tx.tenantId, refused.toISOString(), others.toISOString(), deleteBatchSize],
  )
  return deletedRows.length === deleteBatchSize
}
