import type { TenantTx } from '#server/db/connect/database.ts'
import { type Aad, SealBroken, type Seals } from '#server/secrets/seal.ts'

interface LiveSubscription {
  readonly id: string
  readonly userId: string
  readonly endpoint: string
}

export const liveSubscriptions = (tx: TenantTx, tenantId: string): Promise<readonly LiveSubscription[]> =>
  tx.query<LiveSubscription>(
    `select id, user_id as "userId", endpoint from push_subscriptions where tenant_id = $1 and deleted_at is null`,
    [tenantId],
  )

export const authAad = (tenantId: string, id: string): Aad => ({
  tenantId,
  table: 'push_subscriptions',
  id,
  column: 'auth',
})

/** Undefined when it cannot be opened; the browser sends it again. */
export function openedAuth(
  seals: Pick<Seals, 'open'>,
  tenantId: string,
  { id, auth }: { readonly id: string; readonly auth: string },
): string | undefined {
  try {
    return seals.open(auth, authAad(tenantId, id))
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}
