import type { Entity } from '#schema/kernel/entity.ts'
import { changesInDeletion, insertSql, updateDeletionSql, updateSql } from '#server/db/tables/columns.ts'
import { isSame } from '#schema/records/change.ts'
import type { StoredRow } from '#server/records/rows/stored-row.ts'
import type { Staged } from '#server/records/rows/working-set.ts'
import type { OpenBatch } from './open-batch.ts'

/** New rows, changed ones, and those that were only deleted or restored: at most one statement each. */
export const saveRows = ({ tx, set }: OpenBatch): Promise<unknown>[] =>
  [...set.kept()].flatMap(([entity, rows]) => {
    const kinds = Map.groupBy(rows, (row) => kindOf(entity, row))
    return [...kinds].map(([kind, of]) => tx.query(sqlOf[kind](entity), [tx.tenantId, textOf[kind](entity, of)]))
  })

type Kind = 'new' | 'changed' | 'deleted'

const sqlOf: Readonly<Record<Kind, (entity: Entity) => string>> = {
  new: insertSql,
  changed: updateSql,
  deleted: updateDeletionSql,
}

const wholeRows = (_: Entity, rows: readonly Staged[]): string =>
  JSON.stringify(rows.map(({ after }) => withoutNulls(after)))

/** PostgreSQL reads what is missing as null. */
function withoutNulls(row: StoredRow): object {
  const values: Record<string, unknown> = {}
  for (const name in row) if (row[name] !== null) values[name] = row[name]
  return values
}

const textOf: Readonly<Record<Kind, (entity: Entity, rows: readonly Staged[]) => string>> = {
  new: wholeRows,
  changed: wholeRows,
  deleted: (entity, rows) => JSON.stringify(rows.map(({ after }) => pick(after, changesInDeletion(entity)))),
}

function pick(row: StoredRow, names: Iterable<string>): object {
  const values: Record<string, unknown> = { id: row.id }
  for (const name of names) values[name] = row[name]
  return values
}

/** A row that the batch has not found is new: every row is loaded before it is written. */
function kindOf(entity: Entity, { before, after }: Staged): Kind {
  if (!before) return 'new'
  const names = changesInDeletion(entity)
  if (before.deletedAt === after.deletedAt) return 'changed'
  return Object.keys(after).every((name) => names.has(name) || isSame(before[name], after[name]))
    ? 'deleted'
    : 'changed'
}
