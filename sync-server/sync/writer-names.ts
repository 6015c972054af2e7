import type { Verdict } from '#schema/protocol.ts'
import { isStaff, type Viewer } from '#schema/viewer.ts'
import type { Database } from '../db/database.ts'

/** Conflicts say by name who wrote what is there; an investor is not told. */
export async function nameWriters({ directory }: Database, viewer: Viewer, results: Verdict[]): Promise<Verdict[]> {
  const ids = results.flatMap(({ conflicts = [] }) => conflicts.flatMap(({ by }) => by ?? []))
  if (!ids.length) return results
  const people = isStaff(viewer)
    ? await directory<{ id: string; name: string }[]>`
        select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name
        from directory.users where tenant_id = ${viewer.tenantId} and id = any(${ids}::uuid[])`
    : []
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return results.map((verdict) => {
    const { conflicts } = verdict
    if (!conflicts) return verdict
    return { ...verdict, conflicts: conflicts.map((each) => ({ ...each, by: names.get(each.by ?? '') ?? null })) }
  })
}
