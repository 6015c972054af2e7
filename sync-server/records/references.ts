// A row that another row refers to must exist, be live, and be visible to the person who refers to it.
import { type Entity, referenceFields } from '#schema/entity.ts'
import type { Issue } from '#schema/issues.ts'
import type { Values } from '#schema/parse.ts'
import { entityNamed } from '#schema/registry.ts'
import { may, type Viewer } from '#schema/viewer.ts'
import { rejectAbsent, type Outcome, rejectOperation } from './outcome.ts'
import { isLive } from './stored-row.ts'
import type { WorkingSet } from './working-set.ts'

export async function checkReferences(
  set: WorkingSet,
  viewer: Viewer,
  of: Entity,
  values: Values,
  isRefusedCreate: (id: string) => boolean,
  mayBeGone = false,
): Promise<Outcome | null> {
  const issues: Record<string, Issue> = {}
  for (const { field, to } of referenceFields(of)) {
    const id = values[field]
    if (typeof id !== 'string') continue
    const parent = entityNamed(to)!
    const row = await set.get(to, id)
    if (!row && isRefusedCreate(id)) return rejectOperation('SUPERSEDED')
    if (!row || !may(parent, viewer, 'read', row)) issues[field] = { key: 'missing' }
    else if (!isLive(row) && !mayBeGone) return rejectOperation('PARENT_GONE')
  }
  if (Object.keys(issues).length) return rejectAbsent('VALIDATION', issues)
  return null
}

/** Whether following the reference that must not form a circle leads back to the row. */
export async function isCircular(set: WorkingSet, of: Entity, row: Values & { readonly id: string }): Promise<boolean> {
  const seen = new Set<string>([row.id])
  let at: Values | null = row
  for (let next: Entity | undefined = of; next?.noCircle && at;) {
    const { storage } = next.fields[next.noCircle]!
    const id: unknown = at[next.noCircle]
    if (storage.kind !== 'reference' || typeof id !== 'string') return false
    if (seen.has(id)) return true
    seen.add(id)
    at = await set.get(storage.to, id)
    next = entityNamed(storage.to)
  }
  return false
}
