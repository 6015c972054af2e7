// A delete is one operation: what else goes with the row is declared in the entity and done here. Rows stay, marked with
// the change that deleted them, so that the whole group can come back.
import type { Entity } from '#schema/entity.ts'
import { type Conflict, withRows } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { may } from '#schema/viewer.ts'
import { stageWithConsequences } from './consequences.ts'
import type { Bench } from './judge.ts'
import { isAsSeen } from './merge.ts'
import { type DeskOperation, type Outcome, rejected } from './outcome.ts'
import { isLive, type StoredRow } from './stored-row.ts'

type Delete = Extract<DeskOperation, { op: 'delete' }>

export async function judgeDelete(bench: Bench, of: Entity, operation: Delete): Promise<Outcome> {
  const { set, viewer } = bench
  const current = await set.get(of.name, operation.id)
  if (!current || !may(of, viewer, 'read', current))
    return rejected(bench.isRefusedCreate(operation.id) ? 'SUPERSEDED' : 'NOT_FOUND')
  if (!may(of, viewer, 'delete', current)) return rejected('FORBIDDEN')
  if (!isLive(current))
    return operation.deletedIsMissing ? rejected('NOT_FOUND') : { kind: 'done', merged: false, number: current.number }
  if (operation.expect !== undefined && operation.expect !== current.number)
    return { kind: 'conflict', code: 'CONFLICT', conflicts: [], applied: false }
  for (const link of of.restrict) {
    if ((await set.children(link, current.id)).length) return rejected(link.code)
  }
  const conflicts = [...changedSince(of, current, operation), ...(await uncounted(bench, of, current, operation))]
  if (conflicts.length) return { kind: 'conflict', code: 'DELETE_CHANGED', conflicts, applied: false }
  await deleteWithCascade(bench, of, current)
  return { kind: 'done', merged: operation.seen !== undefined && current.number > operation.seen }
}

function changedSince(of: Entity, current: StoredRow, { id, base = {} }: Delete): Conflict[] {
  return Object.entries(base)
    .filter(
      ([field, seen]) => field !== withRows && Object.hasOwn(of.fields, field) && !isAsSeen(of, current, field, seen),
    )
    .map(([field, seen]) => ({ entity: of.name, id, field, base: seen, yours: null, theirs: current[field] ?? null }))
}

/** Associated rows that the dialog did not count: they came since, and the person did not mean them. */
async function uncounted({ set }: Bench, of: Entity, current: StoredRow, { id, base }: Delete): Promise<Conflict[]> {
  const counted = base?.[withRows]
  if (typeof counted !== 'object' || counted === null) return []
  const conflicts: Conflict[] = []
  for (const link of of.cascade) {
    if (!Object.hasOwn(counted, link.entity)) continue
    const seen = (counted as Record<string, unknown>)[link.entity]
    const ids = (await set.children(link, current.id)).map((row) => row.id)
    const more = ids.filter((each) => !Array.isArray(seen) || !seen.includes(each))
    if (more.length)
      conflicts.push({ entity: of.name, id, field: `${withRows}.${link.entity}`, base: seen, yours: null, theirs: ids })
  }
  return conflicts
}

async function deleteWithCascade(bench: Bench, of: Entity, row: StoredRow): Promise<void> {
  const { set, now, changeId } = bench
  for (const link of of.cascade) {
    for (const child of await set.children(link, row.id))
      await deleteWithCascade(bench, entityNamed(link.entity)!, child)
  }
  const current = set.peek(of.name, row.id) ?? row
  await stageWithConsequences(set, of, current, { ...current, updatedAt: now, deletedAt: now, deletedIn: changeId })
}
