// Money, decimals, dates and times leave the database as the text of the wire.
import { type Entity, perEntity, snakeCase } from '#schema/kernel/entity.ts'
import type { Storage } from '#schema/kernel/field.ts'
import { insertGivenSql, jsonRows } from './given-rows.ts'
import { audienceColumns, sinceColumn } from './audiences.ts'

const moment: Storage = { kind: 'moment' }
const user: Storage = { kind: 'user' }
const integer: Storage = { kind: 'integer' }

export interface Column {
  /** In memory and on the wire. */
  readonly name: string
  readonly column: string
  readonly storage: Storage
  /** SQL: what the reader may know of the value. */
  readonly readable?: (table: string) => string
}

const column = (name: string, storage: Storage, sql = snakeCase(name)): Column => ({ name, column: sql, storage })

const identity = [column('id', user), column('number', integer, 'n')]
const stamps = [column('createdAt', moment), column('updatedAt', moment), column('createdBy', user)]
const deletionColumns = [column('deletedAt', moment), column('deletedIn', user), column('emptied', { kind: 'json' })]

const fieldColumns = (entity: Entity): Column[] =>
  Object.entries(entity.fields).map(([name, { storage }]) => column(name, storage))

export const storedColumns = (entity: Entity): Column[] => [
  ...identity,
  ...stamps,
  ...deletionColumns,
  ...fieldColumns(entity),
  ...audienceColumns(entity).map((name) => column(sinceColumn(name), integer)),
]

/** Without id and number. */
export const responseColumns = (entity: Entity, readable: readonly string[], staff: boolean): Column[] => [
  ...fieldColumns(entity).filter(({ name }) => readable.includes(name)),
  ...stamps.filter(({ name }) => staff || name !== 'createdBy'),
]

export const identityColumns: readonly Column[] = identity

export const readableSql = ({ column: name, readable }: Column, table: string): string =>
  readable?.(table) ?? `${table}.${name}`

export function wireText(source: Column, table: string): string {
  const { storage } = source
  const at = readableSql(source, table)
  if (storage.kind === 'decimal' || storage.kind === 'date') return `${at}::text`
  if (storage.kind === 'moment') return `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return at
}

export const wireList = (columns: readonly Column[], table: string): string =>
  columns.map((each) => `${wireText(each, table)} as "${each.name}"`).join(', ')

export const wireJson = (columns: readonly Column[], table: string): string =>
  `(select row_to_json(w)::text from (select ${wireList(columns, table)}) w)`

const sqlTypes: Record<Storage['kind'], string> = {
  text: 'text',
  email: 'text',
  url: 'text',
  secret: 'text',
  choice: 'text',
  flag: 'boolean',
  integer: 'bigint',
  decimal: 'numeric',
  date: 'date',
  moment: 'timestamptz',
  reference: 'uuid',
  user: 'uuid',
  json: 'jsonb',
}

const columnNames = (columns: readonly Column[]): string => columns.map((each) => each.column).join(', ')
const rowValues = (columns: readonly Column[]): string => columns.map((each) => `r."${each.name}"`).join(', ')
const givenRows = (columns: readonly Column[]): string =>
  jsonRows('$2', 'r', columns.map((each) => `"${each.name}" ${sqlTypes[each.storage.kind]}`).join(', '))

export const insertSql = perEntity((entity) => {
  const columns = storedColumns(entity)
  return insertGivenSql(entity.table, columnNames(columns), rowValues(columns), givenRows(columns))
})

const fixedColumns: readonly string[] = ['id', 'createdAt', 'createdBy']

export const changeableColumns = perEntity((entity) =>
  storedColumns(entity).filter(({ name }) => !fixedColumns.includes(name)),
)

export const updateSql = perEntity((entity) => {
  const columns = changeableColumns(entity)
  return `update ${entity.table} t set ${columns.map(({ name, column: sql }) => `${sql} = r."${name}"`).join(', ')}
from ${givenRows([identity[0]!, ...columns])} where t.tenant_id = $1::uuid and t.id = r.id`
})

/** $2 are the ids; the values follow as text. */
export const bulkUpdateSql = ({ table }: Entity, columns: readonly Column[]): string =>
  `update ${table} set ${columns.map(({ column: sql, storage }, index) => `${sql} = $${index + 3}::text::${sqlTypes[storage.kind]}`).join(', ')}
where tenant_id = $1::uuid and id = any($2::uuid[])`
