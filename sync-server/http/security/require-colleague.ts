import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'

export async function requireColleague({ directory }: Database, { tenantId }: Viewer, userId: string): Promise<void> {
  const [person] = await directory`select id from directory.users where id = ${userId} and tenant_id = ${tenantId}`
  if (!person) throw new VerbRefused('VALIDATION', { userId: { key: 'missing' } })
}
