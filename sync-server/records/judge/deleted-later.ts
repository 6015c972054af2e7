// Rows that a replayed change finds deleted because a later delete was replayed first.
import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { clearedOnDelete, entityNamed } from '#schema/registry.ts'
import type { Context } from './context.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import { isAfter } from '#server/records/former-number.ts'

export async function isDeletedLater({ replay }: Context, { deletedIn }: StoredRow): Promise<boolean> {
  if (!replay || deletedIn === null) return false
  const formerNumber = (await replay.writers.ofChange(deletedIn))?.was
  return formerNumber?.epoch === replay.was.epoch && isAfter(formerNumber, replay.was)
}

export async function withDeletedParents(context: Context, entity: Entity, row: StoredRow): Promise<StoredRow> {
  if (!context.replay) return row
  let back = row
  for (const { field, to } of referenceFields(entity)) {
    const id = row[field]
    if (typeof id !== 'string') continue
    const parent = await context.set.get(to, id)
    if (!parent || isLive(parent) || !(await isDeletedLater(context, parent))) continue
    const parentOf = entityNamed(to)!
    if (clearedOnDelete(parentOf).some((link) => link.entity === entity.name && link.field === field)) {
      context.set.stage(parentOf, { ...parent, emptied: [...(parent.emptied ?? []), [entity.name, row.id, field]] })
      back = { ...back, [field]: null }
    } else back = { ...back, deletedAt: parent.deletedAt, deletedIn: parent.deletedIn }
  }
  return back
}
