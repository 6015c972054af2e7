import type { TenantTx } from '#server/db/connect/database.ts'

interface Chosen {
  readonly language: string | null
  readonly timeZone: string | null
}

export async function choicesOf(tx: TenantTx, tenantId: string, userId: string): Promise<Chosen | undefined> {
  const [chosen] = await tx.query<Chosen>(
    `select language, time_zone as "timeZone" from user_preferences where tenant_id = $1 and user_id = $2 and deleted_at is null`,
    [tenantId, userId],
  )
  return chosen
}
