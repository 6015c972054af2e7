// The effect of a change on the rows of this device, before the server's answer: values, cascades and the sums that
// follow. The server's rows replace it as soon as the feed has passed the change.
import type { AnyRow } from '#schema/entity.ts'
import type { Operation } from '#schema/protocol.ts'
import { emptiedBy, entityNamed } from '#schema/registry.ts'
import { completeValues } from '#schema/rules.ts'
import { moved, type Rows, sumMoves } from '#schema/sums.ts'
import { defaultOf } from '#schema/parse.ts'
import type { Tables } from './tables.ts'

export interface Doing {
  /** In ISO form, as in the change. */
  readonly at: string
  readonly by: string
}

/** Lays one operation over the tables; it does nothing when a row that it needs is missing. */
export function overlayOperation(tables: Tables, operation: Operation, doing: Doing): void {
  const { entity, id } = operation
  const row = tables.of(entity).get(id)
  if (operation.op === 'delete') {
    if (row) removeRow(tables, entity, row)
  } else if (operation.op === 'restore') {
    if (!row) bringBack(tables, entity, tables.told(entity, id))
  } else if (operation.op === 'create') {
    if (!row) put(tables, entity, id, completed(tables, entity, null, newRow(operation, doing), doing))
  } else if (operation.op === 'update' && row) {
    const after = { ...row, ...operation.fields, updatedAt: doing.at }
    put(tables, entity, id, completed(tables, entity, row, after, doing))
  }
}

/** A new row with the fields that the server keeps, and with fields that did not exist when the change was made. */
function newRow({ entity, id, fields }: Extract<Operation, { op: 'create' }>, { at, by }: Doing): AnyRow {
  const row: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(entityNamed(entity)?.fields ?? {}))
    row[name] = Object.hasOwn(fields, name) ? fields[name] : defaultOf(field, at.slice(0, 10))
  return { ...row, ...fields, id, number: 0, createdAt: at, updatedAt: at, createdBy: by }
}

function removeRow(tables: Tables, entity: string, row: AnyRow): void {
  put(tables, entity, row.id, null)
  const of = entityNamed(entity)
  for (const link of of?.cascade ?? []) {
    for (const child of tables.of(link.entity).where(link.field, row.id)) removeRow(tables, link.entity, child)
  }
  for (const link of of ? emptiedBy(of) : []) {
    for (const pointing of tables.of(link.entity).where(link.field, row.id))
      put(tables, link.entity, pointing.id, { ...pointing, [link.field]: null })
  }
}

/** Restores a row that this device itself deleted; of a row that the server has deleted, this device knows nothing. */
function bringBack(tables: Tables, entity: string, row: AnyRow | undefined): void {
  if (!row) return
  put(tables, entity, row.id, row)
  const of = entityNamed(entity)
  for (const link of of?.cascade ?? []) {
    for (const child of tables.toldWhere(link.entity, link.field, row.id))
      if (!tables.of(link.entity).get(child.id)) bringBack(tables, link.entity, child)
  }
  for (const link of of ? emptiedBy(of) : []) {
    for (const { id } of tables.toldWhere(link.entity, link.field, row.id)) {
      const pointing = tables.of(link.entity).get(id)
      if (pointing && pointing[link.field] === null) put(tables, link.entity, id, { ...pointing, [link.field]: row.id })
    }
  }
}

function put(tables: Tables, entity: string, id: string, after: AnyRow | null): void {
  const before = tables.of(entity).get(id) ?? null
  tables.of(entity).setOverlay(id, after)
  for (const move of sumMoves(entity, before, after, rowsOf(tables))) {
    const row = tables.of(move.entity).get(move.id)
    if (row && move.field in row)
      tables.of(move.entity).setOverlay(move.id, { ...row, [move.field]: moved(row[move.field], move) })
  }
}

const rowsOf = (tables: Tables): Rows => ({
  get: (entity, id) => tables.of(entity).get(id),
  where: ({ entity, field }, id) => tables.of(entity).where(field, id),
})

const completed = (tables: Tables, entity: string, was: AnyRow | null, row: AnyRow, { at }: Doing): AnyRow =>
  completeValues(entity, row, rowsOf(tables).get, { was, today: at.slice(0, 10) }) as AnyRow
