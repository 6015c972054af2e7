// See also http/security/require-not-suspended.ts.
import type { Database } from '#server/db/connect/database.ts'
import type { AuditEvent } from '#server/records/audit/audit-event.ts'
import type { Events } from '#server/records/audit/events.ts'

export interface FirmStateDeps {
  readonly database: Pick<Database, 'directory'>
  readonly events: Pick<Events, 'write'>
  readonly now: () => Date
}

/** False when it was so already. */
export async function suspendFirm({ database, events, now }: FirmStateDeps, tenantId: string): Promise<boolean> {
  const changed = await database.directory`
    update directory.tenants set suspended_at = ${now().toISOString()} where id = ${tenantId} and suspended_at is null`
  if (changed.count > 0) await events.write(tenantId, firmEvent('suspend', tenantId))
  return changed.count > 0
}

/** False when it was not suspended, or its deletion is planned. */
export async function resumeFirm({ database, events }: FirmStateDeps, tenantId: string): Promise<boolean> {
  const changed = await database.directory`
    update directory.tenants set suspended_at = null where id = ${tenantId} and suspended_at is not null and deletion_at is null`
  if (changed.count > 0) await events.write(tenantId, firmEvent('resume', tenantId))
  return changed.count > 0
}

export const firmEvent = (
  verb: 'suspend' | 'resume' | 'planDeletion' | 'cancelDeletion' | 'import',
  tenantId: string,
  details: Readonly<Record<string, unknown>> = {},
): AuditEvent => ({
  action: `tenants.${verb}`,
  outcome: 'done',
  entityType: 'tenants',
  entityId: tenantId,
  userId: null,
  details: { actor: { kind: 'system' }, by: 'operator', ...details },
})
