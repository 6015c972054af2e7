import type { Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { VerbRefused } from '#server/records/verb-refused.ts'

/** Refuses ids of people outside the viewer's firm. */
export async function requireColleague({ directory }: Database, { tenantId }: Viewer, userId: string): Promise<void> {
  const [person] = await directory`select id from directory.users where id = ${userId} and tenant_id = ${tenantId}`
  if (!person) throw new VerbRefused('VALIDATION', { userId: { key: 'missing' } })
}
