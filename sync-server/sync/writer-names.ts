import type { Verdict } from '#schema/sync/protocol.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { Database } from '#server/db/connect/database.ts'
import { personNames } from '#server/db/person-names.ts'

export async function nameWriters(database: Database, viewer: Viewer, results: Verdict[]): Promise<Verdict[]> {
  const ids = results.flatMap(({ conflicts = [] }) => conflicts.flatMap(({ by }) => by ?? []))
  if (!ids.length) return results
  const names = isStaff(viewer) ? await personNames(database, viewer.tenantId, ids) : new Map<string, string>()
  return results.map((verdict) => {
    const { conflicts } = verdict
    if (!conflicts) return verdict
    return { ...verdict, conflicts: conflicts.map((each) => ({ ...each, by: names.get(each.by ?? '') ?? null })) }
  })
}
