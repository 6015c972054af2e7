import type { Entity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { entityNamed } from '#schema/registry.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import type { Context } from './context.ts'
import { isAllowed } from './is-allowed.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'

/** References that the writer may not read are null, so that responses do not confirm guesses. */
export async function replaceUnknownReferences(
  context: Context,
  entity: Entity,
  row: StoredRow,
  given: Values,
): Promise<StoredRow> {
  const { viewer, replay } = context
  if (!viewer || isStaff(viewer) || replay) return row
  const hidden: Record<string, null> = {}
  for (const field of Object.keys(given))
    if (entity.fields[field]?.knownFrom && !(await isKnown(context, entity, field, row[field]))) hidden[field] = null
  return { ...row, ...hidden }
}

async function isKnown(context: Context, entity: Entity, field: string, id: unknown): Promise<boolean> {
  const { storage, knownFrom } = entity.fields[field]!
  if (storage.kind !== 'reference' || typeof id !== 'string') return true
  const record = await context.set.get(storage.to, id)
  if (isLive(record) && isAllowed(context, entityNamed(storage.to)!, 'read', record)) return true
  const source = { entity: knownFrom!, field }
  const rows = await context.set.children(source, id)
  return rows.some((each) => isAllowed(context, entityNamed(source.entity)!, 'read', each))
}
