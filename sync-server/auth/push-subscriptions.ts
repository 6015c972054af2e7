import type { TenantTx } from '../db/database.ts'

interface Subscribed {
  readonly id: string
  readonly userId: string
  readonly endpoint: string
}

/** The firm's subscriptions that are not over. */
export const liveSubscriptions = (tx: TenantTx, tenantId: string): Promise<readonly Subscribed[]> =>
  tx.query<Subscribed>(
    `select id, user_id as "userId", endpoint from push_subscriptions where tenant_id = $1 and deleted_at is null`,
    [tenantId],
  )
