import type { Entity } from '#schema/kernel/entity.ts'
import { changeableColumns, bulkUpdateSql, type Column, insertSql, updateSql } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { isSame } from '#schema/records/change.ts'
import type { StoredRow } from '#server/records/rows/stored-row.ts'
import type { Staged } from '#server/records/rows/working-set.ts'
import type { OpenBatch } from './open-batch.ts'

/** From here on, one statement for equal changes costs less than sending all values as JSON. */
const minBulkRows = 100

/** One statement for new rows, one for changed rows, and one for each group of many equal changes, as in a large delete. */
export const saveRows = ({ tx, set }: OpenBatch): Promise<unknown>[] =>
  [...set.kept()].flatMap(([entity, rows]) => {
    // A row that the batch has not found is new: every row is loaded before it is written.
    const kinds = Map.groupBy(rows, ({ before }) => (before ? 'found' : 'new'))
    return [...kinds].flatMap(([kind, group]) =>
      kind === 'new' ? insert(tx, entity, group) : updates(tx, entity, group),
    )
  })

const insert = (tx: TenantTx, entity: Entity, rows: readonly Staged[]): Promise<unknown> =>
  tx.query(insertSql(entity), [tx.tenantId, textOf(rows)])

function updates(tx: TenantTx, entity: Entity, rows: readonly Staged[]): Promise<unknown>[] {
  const { bulk, others } = groupByChange(entity, rows)
  return [
    ...(others.length ? [tx.query(updateSql(entity), [tx.tenantId, textOf(others)])] : []),
    ...bulk.map(({ columns, ids, values }) => tx.query(bulkUpdateSql(entity, columns), [tx.tenantId, ids, ...values])),
  ]
}

const textOf = (rows: readonly Staged[]): string => JSON.stringify(rows.map(({ after }) => withoutNulls(after)))

/** PostgreSQL reads what is missing as null. */
function withoutNulls(row: StoredRow): object {
  const values: Record<string, unknown> = {}
  for (const name in row) if (row[name] !== null) values[name] = row[name]
  return values
}

interface BulkUpdate {
  readonly columns: readonly Column[]
  readonly ids: readonly string[]
  readonly values: readonly (string | null)[]
}

function groupByChange(
  entity: Entity,
  rows: readonly Staged[],
): { readonly bulk: readonly BulkUpdate[]; readonly others: readonly Staged[] } {
  if (rows.length < minBulkRows) return { bulk: [], others: rows }
  const changedIn = ({ before, after }: Staged): readonly Column[] =>
    changeableColumns(entity).filter(({ name }) => !isSame(before![name], after[name]))
  const byChange = Map.groupBy(rows, (row) => JSON.stringify(changedIn(row).map(({ name }) => [name, row.after[name]])))
  const [many, few] = [[...byChange.values()].filter(isMany), [...byChange.values()].filter((each) => !isMany(each))]
  const bulk = many.map((group): BulkUpdate => {
    const { after } = group[0]!
    const columns = changedIn(group[0]!)
    return { columns, ids: group.map((row) => row.after.id), values: columns.map((column) => valueText(column, after)) }
  })
  return { bulk, others: few.flat() }
}

const isMany = (rows: readonly Staged[]): boolean => rows.length >= minBulkRows

function valueText({ name, storage }: Column, row: StoredRow): string | null {
  const value = row[name] ?? null
  if (value === null) return null
  return typeof value === 'string' && storage.kind !== 'json' ? value : JSON.stringify(value)
}
