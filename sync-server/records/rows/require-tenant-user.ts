import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { CodedError } from '#server/records/coded-error.ts'

export async function requireTenantUser({ directory }: Database, { tenantId }: Viewer, userId: string): Promise<void> {
  const [person] = await directory`select id from directory.users where id = ${userId} and tenant_id = ${tenantId}`
  if (!person) throw new CodedError('VALIDATION', { userId: { key: 'missing' } })
}
