import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import type { Field } from '#schema/kernel/field.ts'
import { restorableDays } from '#schema/records/deleted-group.ts'
import { clearedOnDelete, entityNamed } from '#schema/registry.ts'
import { derive, afterRow } from './follow.ts'
import { isDeletedLater } from './deleted-later.ts'
import { deletedWith } from '#server/records/rows/deleted-with.ts'
import type { Context } from './context.ts'
import { isAllowed } from './is-allowed.ts'
import { rejectAbsent, type SubmittedOperation, type Outcome, rejectOperation } from './outcome.ts'
import { isLive, isPurged, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { GroupRow } from '#server/records/rows/working-set.ts'

/** See trash/purge.ts. */
export const restorableMs = restorableDays * 86_400_000

type Restore = Extract<SubmittedOperation, { op: 'restore' }>

export async function judgeRestore(context: Context, entity: Entity, { id }: Restore): Promise<Outcome> {
  const { set } = context
  const current = await set.get(entity.name, id)
  if (!current || !isAllowed(context, entity, 'read', current))
    return context.isRefusedCreate(id) ? rejectOperation('SUPERSEDED') : rejectAbsent('NOT_FOUND')
  if (!isAllowed(context, entity, 'delete', current)) return rejectOperation('FORBIDDEN')
  if (isPurged(current)) return rejectOperation('DELETED', { id: { key: 'purged' } })
  if (isLive(current) || (await isDeletedLater(context, current)))
    return { kind: 'done', merged: false, number: current.number }
  if (isTooLate(context, current)) return rejectOperation('DELETED', { id: { key: 'purged' } })
  const group = deletedWith(id, await set.group(current.deletedIn!))
  const missing = await missingParents(context, group)
  if (missing.some(({ isOptional }) => !isOptional)) return rejectOperation('PARENT_GONE')
  for (const each of group) await restoreRow(context, each, missing)
  for (const { row } of group) await fillReferences(context, row)
  return { kind: 'done', merged: false }
}

/** A replayed restore was accepted before. */
const isTooLate = ({ replay, now }: Context, { deletedAt }: StoredRow): boolean =>
  !replay && Date.parse(now) - Date.parse(deletedAt!) > restorableMs

interface MissingParent {
  readonly id: string
  readonly field: string
  readonly parentOf: Entity
  readonly parent: StoredRow
  readonly isOptional: boolean
}

/** A server-set origin may stay although its target is gone. */
const isOrigin = ({ byServer, nullable }: Field): boolean => byServer && nullable

async function missingParents({ set }: Context, group: readonly GroupRow[]): Promise<MissingParent[]> {
  const restoredIds = new Set(group.map(({ row }) => row.id))
  const missing: MissingParent[] = []
  for (const { of: entity, row } of group) {
    for (const { field, to } of referenceFields(entity)) {
      const parentId = row[field]
      if (typeof parentId !== 'string' || restoredIds.has(parentId) || isOrigin(entity.fields[field]!)) continue
      const parent = await set.get(to, parentId)
      if (!parent || isLive(parent)) continue
      const parentOf = entityNamed(to)!
      const isOptional = clearedOnDelete(parentOf).some((link) => link.entity === entity.name && link.field === field)
      missing.push({ id: row.id, field, parentOf, parent, isOptional })
    }
  }
  return missing
}

async function restoreRow(
  context: Context,
  { of: entity, row }: GroupRow,
  missing: readonly MissingParent[],
): Promise<void> {
  const { set, now } = context
  await set.pause()
  const before = set.peek(entity.name, row.id) ?? row
  let restored: StoredRow = { ...before, updatedAt: now, deletedAt: null, deletedIn: null, emptied: null }
  for (const { id, field, parentOf, parent } of missing) {
    if (id !== row.id) continue
    // The parent's delete would have emptied it, too.
    const latest = set.peek(parentOf.name, parent.id) ?? parent
    if (!isPurged(latest))
      set.stage(parentOf, { ...latest, emptied: [...(latest.emptied ?? []), [entity.name, id, field]] })
    restored = { ...restored, [field]: null }
  }
  const after = await derive(context, entity, before, restored)
  set.stage(entity, after)
  await afterRow(context, entity, before, after)
}

/** Skips references that somebody has set since. */
async function fillReferences(context: Context, { id, emptied }: StoredRow): Promise<void> {
  const { set, now } = context
  for (const [entity, rowId, field, to = null] of emptied ?? []) {
    const definition = entityNamed(entity)!
    const row = await set.get(entity, rowId)
    if (!row || isPurged(row) || row[field] !== to) continue
    const filled = { ...row, [field]: id, updatedAt: now }
    set.stage(definition, filled)
    await afterRow(context, definition, row, filled)
  }
}
