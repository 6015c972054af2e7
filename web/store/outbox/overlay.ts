// Applies a change before the server's response. The server's rows replace it once the feed has passed the change.
import type { MovedReference } from '#schema/kernel/verb.ts'
import { applyVerb } from '#schema/records/apply-verb.ts'
import { verbNamed } from '#schema/verbs.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import { cascadeLinks, clearedOnDelete, entityNamed } from '#schema/registry.ts'
import { completeValues } from '#schema/rules.ts'
import { addTo, sumMoves } from '#schema/records/sums.ts'
import { defaultOf } from '#schema/kernel/parse.ts'
import type { ClearedReference } from '#web/store/tables/removed-rows.ts'
import { readRows } from '#web/store/tables/read-rows.ts'
import type { Tables } from '#web/store/tables/tables.ts'

export interface Doing {
  readonly at: string
  readonly by: string
  readonly changeId: string
  readonly index: number
}

export function overlayOperation(tables: Tables, operation: Operation, doing: Doing): void {
  const { entity, id } = operation
  const row = tables.of(entity).get(id)
  if (operation.op === 'delete') {
    if (row) removeRow(tables, entity, row)
  } else if (operation.op === 'restore') {
    if (!row) restoreRow(tables, id)
  } else if (operation.op === 'act') {
    if (row) doAct(tables, operation, doing)
  } else if (operation.op === 'create') {
    if (!row) put(tables, entity, id, completed(tables, entity, null, newRow(operation, doing), doing))
  } else if (operation.op === 'update' && row) {
    const after = { ...row, ...operation.fields, updatedAt: doing.at }
    put(tables, entity, id, completed(tables, entity, row, after, doing, Object.keys(operation.fields)))
  }
}

/** A new row with the fields that the server sets, and with fields that did not exist when the change was made. */
export function newRow(
  { entity, id, fields }: Extract<Operation, { op: 'create' }>,
  { at, by }: Pick<Doing, 'at' | 'by'>,
): AnyRow {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(entityNamed(entity)?.fields ?? {}))
    row[name] = Object.hasOwn(fields, name) ? fields[name] : defaultOf(field, at.slice(0, 10))
  return { ...row, ...fields, id, number: 0, createdAt: at, updatedAt: at, createdBy: by }
}

function doAct(tables: Tables, operation: Extract<Operation, { op: 'act' }>, doing: Doing): void {
  const verb = verbNamed(operation)
  const result = verb && applyVerb(verb, readRows(tables), { ...operation, ...doing })
  for (const step of result?.steps ?? []) {
    const row = step.op === 'delete' && tables.of(step.entity).get(step.id)
    if (row) removeRow(tables, step.entity, row, step.moved)
    if (step.op === 'create') overlayOperation(tables, { ...step, fields: { ...step.fields } }, doing)
    if (step.op === 'update') overlayOperation(tables, { ...step, fields: { ...step.fields }, base: {} }, doing)
  }
}

function removeRow(
  tables: Tables,
  entity: string,
  row: AnyRow,
  moved: readonly MovedReference[] = [],
  group = row.id,
): void {
  const of = entityNamed(entity)
  for (const link of of ? cascadeLinks(of) : []) {
    for (const child of tables.of(link.entity).where(link.field, row.id))
      removeRow(tables, link.entity, child, [], group)
  }
  const emptied: ClearedReference[] = [...moved]
  for (const { entity: from, field } of of ? clearedOnDelete(of) : []) {
    for (const pointing of tables.of(from).where(field, row.id)) {
      put(tables, from, pointing.id, { ...pointing, [field]: null })
      emptied.push([from, pointing.id, field])
    }
  }
  tables.removed.add({ entity, row: tables.of(entity).get(row.id) ?? row, group, emptied })
  put(tables, entity, row.id, null)
}

/** Rows deleted by the server are unknown here. */
function restoreRow(tables: Tables, id: string): void {
  const group = tables.removed.removeGroupOf(id)
  for (const { entity, row } of group) put(tables, entity, row.id, row)
  for (const { row, emptied } of group)
    for (const [entity, from, field, to = null] of emptied) {
      const pointing = tables.of(entity).get(from)
      if (pointing && pointing[field] === to) put(tables, entity, from, { ...pointing, [field]: row.id })
    }
}

function put(tables: Tables, entity: string, id: string, after: AnyRow | null): void {
  const before = tables.of(entity).get(id) ?? null
  tables.of(entity).setOverlay(id, after)
  for (const move of sumMoves(entity, before, after, readRows(tables))) {
    const row = tables.of(move.entity).get(move.id)
    if (row && move.field in row)
      tables.of(move.entity).setOverlay(move.id, { ...row, [move.field]: addTo(row[move.field], move) })
  }
}

const completed = (
  tables: Tables,
  entity: string,
  was: AnyRow | null,
  row: AnyRow,
  { at }: Doing,
  named: readonly string[] = [],
): AnyRow => completeValues(entity, row, readRows(tables).get, { before: was, today: at.slice(0, 10), named }) as AnyRow
