// All rows keep the id of the change, so that the group can be restored.
import { type Entity, groupOf } from '#schema/kernel/entity.ts'
import { type Conflict, withRows } from '#schema/sync/protocol.ts'
import { cascadeLinks, clearedOnDelete, entityNamed, restrictLinks } from '#schema/registry.ts'
import { isDeletePermitted } from '#schema/rules.ts'
import { afterRow } from './follow.ts'
import type { Context } from './context.ts'
import { isAllowed, isEverAllowed } from './is-allowed.ts'
import { isAsSeen } from './merge.ts'
import { rejectAbsent, type SubmittedOperation, type Outcome, rejectOperation } from './outcome.ts'
import { type Emptied, isLive, type StoredRow } from '#server/records/rows/stored-row.ts'
import type { ReadSet } from '#server/records/rows/working-set.ts'

type Delete = Extract<SubmittedOperation, { op: 'delete' }>

export async function judgeDelete(context: Context, entity: Entity, operation: Delete): Promise<Outcome> {
  const { set } = context
  const current = await set.get(entity.name, operation.id)
  if (!current || !isAllowed(context, entity, 'read', current))
    return context.isRefusedCreate(operation.id) ? rejectOperation('SUPERSEDED') : rejectAbsent('NOT_FOUND')
  if (!isAllowed(context, entity, 'delete', current) || !isDeletePermitted(entity.name, current))
    return rejectOperation('FORBIDDEN')
  if (!isLive(current))
    return operation.deletedIsMissing
      ? rejectOperation('NOT_FOUND')
      : { kind: 'done', merged: false, number: current.number }
  if (operation.expect !== undefined && operation.expect !== current.number)
    return { kind: 'conflict', code: 'CONFLICT', conflicts: [] }
  await context.replay?.writers.load([current.id])
  for (const link of restrictLinks(entity)) {
    if ((await set.children(link, current.id)).length) return rejectOperation(link.code)
  }
  const conflicts = [
    ...changedSince(context, entity, current, operation),
    ...(await rowsAddedSince(context, entity, current, operation)),
  ]
  if (conflicts.length) return { kind: 'conflict', code: 'DELETE_CHANGED', conflicts }
  await loadCascade(set, entity, [current.id])
  await deleteWithCascade(context, entity, current, operation.moved)
  return { kind: 'done', merged: operation.seen !== undefined && current.number > operation.seen }
}

function changedSince({ replay }: Context, entity: Entity, current: StoredRow, { id, base = {} }: Delete): Conflict[] {
  const isLater = (field: string) => replay?.isLaterThan(replay.writers.lastOf(id, groupOf(entity, field)))
  return Object.entries(base)
    .filter(([field, seen]) => field !== withRows && !isAsSeen(entity, current, field, seen) && !isLater(field))
    .map(([field, seen]) => ({
      entity: entity.name,
      id,
      field,
      base: seen,
      yours: null,
      theirs: current[field] ?? null,
    }))
}

/** The person did not mean to delete those. */
async function rowsAddedSince(
  context: Context,
  entity: Entity,
  current: StoredRow,
  { id, base }: Delete,
): Promise<Conflict[]> {
  const { set, replay } = context
  const counted = base?.[withRows]
  if (typeof counted !== 'object' || counted === null) return []
  const conflicts: Conflict[] = []
  for (const link of cascadeLinks(entity)) {
    if (!Object.hasOwn(counted, link.entity) || !isEverAllowed(context, entityNamed(link.entity)!, 'read')) continue
    const seen = (counted as Record<string, unknown>)[link.entity]
    const ids = (await set.children(link, current.id)).map((row) => row.id)
    await replay?.writers.load(ids)
    const isCounted = (each: string) =>
      (Array.isArray(seen) && seen.includes(each)) || replay?.isLaterThan(replay.writers.last(each))
    const more = ids.filter((each) => !isCounted(each))
    if (more.length)
      conflicts.push({
        entity: entity.name,
        id,
        field: `${withRows}.${link.entity}`,
        base: seen,
        yours: null,
        theirs: ids,
      })
  }
  return conflicts
}

/** Large cascades need few queries. */
async function loadCascade(set: ReadSet, entity: Entity, ids: readonly string[]): Promise<void> {
  for (const link of [...cascadeLinks(entity), ...clearedOnDelete(entity)]) await set.loadChildren(link, ids)
  for (const link of cascadeLinks(entity)) {
    const childIds = ids.flatMap((id) => set.loadedChildren(link, id).map((row) => row.id))
    if (childIds.length) await loadCascade(set, entityNamed(link.entity)!, childIds)
  }
}

async function deleteWithCascade(
  context: Context,
  entity: Entity,
  row: StoredRow,
  moved: readonly Emptied[] = [],
): Promise<void> {
  const { set, now, changeId } = context
  await set.pause()
  for (const link of cascadeLinks(entity)) {
    for (const child of await set.children(link, row.id))
      await deleteWithCascade(context, entityNamed(link.entity)!, child)
  }
  const emptied = [...moved, ...(await emptyReferences(context, entity, row.id))]
  const current = set.peek(entity.name, row.id) ?? row
  const deleted = {
    ...current,
    updatedAt: now,
    deletedAt: now,
    deletedIn: changeId,
    emptied: emptied.length ? emptied : null,
  }
  set.stage(entity, deleted)
  await afterRow(context, entity, current, deleted)
}

async function emptyReferences(context: Context, definition: Entity, id: string): Promise<Emptied[]> {
  const { set, now } = context
  const emptied: Emptied[] = []
  for (const { entity, field } of clearedOnDelete(definition)) {
    const pointing = entityNamed(entity)!
    for (const row of await set.children({ entity, field }, id)) {
      const without = { ...row, [field]: null, updatedAt: now }
      set.stage(pointing, without)
      await afterRow(context, pointing, row, without)
      emptied.push([entity, row.id, field])
    }
  }
  return emptied
}
