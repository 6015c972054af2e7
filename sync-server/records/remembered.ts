import type { Verdict } from '#schema/protocol.ts'
import type { TenantTx } from '../db/database.ts'

/** An earlier verdict: the same bytes from the same person get it again. */
export interface Remembered {
  readonly id: string
  readonly userId: string
  readonly hash: string
  /** With what a verb answered. */
  readonly result: Verdict & { readonly answer?: unknown }
}

export async function rememberedVerdicts(tx: TenantTx, ids: readonly string[]): Promise<Map<string, Remembered>> {
  const rows = await tx.query<Remembered>(
    'select id, user_id as "userId", hash, result from verdicts where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
