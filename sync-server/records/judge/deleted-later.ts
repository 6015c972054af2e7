// Rows that a change finds deleted when it comes back after a restore, because a later delete came back first.
import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { clearedOnDelete, entityNamed } from '#schema/registry.ts'
import type { Context } from './context.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import { isAfter } from '#server/records/former-number.ts'

/** Whether both changes were in one former history, and the one that deleted the row came later there. */
export async function wentAfter({ replay }: Context, { deletedIn }: StoredRow): Promise<boolean> {
  if (!replay || deletedIn === null) return false
  const was = (await replay.writers.ofChange(deletedIn))?.was
  return was?.epoch === replay.was.epoch && isAfter(was, replay.was)
}

/**
 * The new row as those deletes would have left it: deleted with its parent's group, or without its optional reference.
 */
export async function underGoneParents(context: Context, of: Entity, row: StoredRow): Promise<StoredRow> {
  if (!context.replay) return row
  let back = row
  for (const { field, to } of referenceFields(of)) {
    const id = row[field]
    if (typeof id !== 'string') continue
    const parent = await context.set.get(to, id)
    if (!parent || isLive(parent) || !(await wentAfter(context, parent))) continue
    const parentOf = entityNamed(to)!
    if (clearedOnDelete(parentOf).some((link) => link.entity === of.name && link.field === field)) {
      context.set.stage(parentOf, { ...parent, emptied: [...(parent.emptied ?? []), [of.name, row.id, field]] })
      back = { ...back, [field]: null }
    } else back = { ...back, deletedAt: parent.deletedAt, deletedIn: parent.deletedIn }
  }
  return back
}
