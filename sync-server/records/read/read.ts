import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { type Column, identityColumns, readableSql, wireList, wireText } from '#server/db/tables/columns.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { param, viewerParams, visibleColumns, visibleSql, withViewer } from './visible-to.ts'

export type Filters = Readonly<Record<string, unknown>>

function selection(entity: Entity, viewer: Viewer): { own: Column[]; columns: string; joins: string } {
  const own = visibleColumns(entity, viewer)
  const names = new Set(own.map(({ name }) => name))
  const joined = Object.entries(entity.joins).filter(
    ([name, join]) => !names.has(name) && isReadable(entity, join, viewer),
  )
  const linkFields = [...new Set(joined.map(([, { via }]) => via))]
  const tableOf = (via: string) => `j_${snakeCase(via)}`
  const columns = [
    wireList(identityColumns, 't'),
    `t.tenant_id as "tenantId"`,
    ...own.map((each) => valueSql(entity, each)),
    ...joined.map(([name, { via, field }]) => `${tableOf(via)}.${snakeCase(field)} as "${name}"`),
  ]
  const joins = linkFields.map((via) => {
    const { storage } = entity.fields[via]!
    const parent = entityNamed(storage.kind === 'reference' ? storage.to : '')!
    const as = tableOf(via)
    return `left join ${parent.table} ${as} on ${as}.tenant_id = ${param.tenant} and ${as}.id = t.${snakeCase(via)}`
  })
  return { own, columns: columns.join(', '), joins: joins.join(' ') }
}

function valueSql(entity: Entity, column: Column): string {
  const unset = entity.fields[column.name]?.unset
  const value = wireText(column, 't')
  return `${typeof unset === 'string' ? `coalesce(${value}, '${unset}')` : value} as "${column.name}"`
}

/** Whether a joined name may be shown while another version runs. */
function isReadable(entity: Entity, { via, field }: Entity['joins'][string], { fieldVisibility }: Viewer): boolean {
  const { storage } = entity.fields[via]!
  return !fieldVisibility || (storage.kind === 'reference' && (fieldVisibility.get(storage.to)?.has(field) ?? false))
}

/** In the order of creation. */
export interface ListPart {
  readonly limit: number
  readonly after?: ListCursor
}

export interface ListCursor {
  readonly createdAt: string
  readonly id: string
}

export const firstId = '00000000-0000-0000-0000-000000000000'

export interface ListText {
  readonly text: string
  readonly next?: ListCursor
}

export interface Wanted {
  readonly of: Entity
  readonly viewer: Viewer
  readonly filters: Filters
}

function orderedSql({ of: entity, viewer, filters }: Wanted, after?: ListCursor) {
  const { own, columns, joins } = selection(entity, viewer)
  const names = Object.keys(filters)
  // Filters must not reveal values.
  const readable = (name: string) =>
    readableSql(
      own.find((each) => each.name === name)!,
      't',
    )
  const equal = (name: string, i: number) => (Array.isArray(filters[name]) ? `any($${i}::text[])` : `$${i}`)
  const conditions = names.map((name, i) => `and ${readable(name)} = ${equal(name, i + 4)}`).join(' ')
  const values: unknown[] = [...viewerParams(viewer), ...names.map((name) => filters[name])]
  const addParam = (value: unknown): string => `$${values.push(value)}`
  const later = after
    ? `and (t.created_at, t.id) > (${addParam(after.createdAt)}::timestamptz, ${addParam(after.id)}::uuid)`
    : ''
  const row = `(select row_to_json(r) from (select ${columns}) r)::text as row`
  const from = `from ${entity.table} t ${joins} where ${visibleSql(entity, viewer, 't')} ${conditions} ${later} order by t.created_at, t.id`
  return { row, from, values }
}

/** A row's position never changes, so paging meets each row once. */
export async function partJson(tx: TenantTx, wanted: Wanted, { limit, after }: ListPart): Promise<ListText> {
  const { row, from, values } = orderedSql(wanted, after)
  const rows = await tx.query<ListCursor & { row: string }>(
    `${withViewer} select ${row}, t.id, ${cursorTimeSql} as "createdAt" ${from} limit $${values.length + 1}`,
    [...values, limit + 1],
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    text: `[${shown.map((each) => each.row).join(',')}]`,
    ...(last && { next: { createdAt: last.createdAt, id: last.id } }),
  }
}

/** V8 collects small pieces early. */
const firstPiece = 1_000
const furtherPiece = 200

/** At most one piece is in memory. */
export async function sendAll(tx: TenantTx, wanted: Wanted, send: (piece: string) => Promise<void>): Promise<void> {
  const { row, from, values } = orderedSql(wanted)
  await tx.query(`declare listed no scroll cursor for ${withViewer} select ${row} ${from}`, values)
  for (let [lead, size] = ['[', firstPiece]; ; [lead, size] = [',', furtherPiece]) {
    const rows = await tx.query<{ row: string }>(`fetch ${size} from listed`)
    const text = rows.map((each) => each.row).join(',')
    if (rows.length < size) return send(`${text === '' && lead === ',' ? '' : lead}${text}]`)
    await send(`${lead}${text}`)
  }
}

const cursorTimeSql = `to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Missing, deleted, hidden and foreign rows look the same. */
export async function readRow(
  tx: TenantTx,
  entity: Entity,
  viewer: Viewer,
  id: string,
): Promise<(Record<string, unknown> & { number: number }) | undefined> {
  const { columns, joins } = selection(entity, viewer)
  const [row] = await tx.query<{ row: string }>(
    `${withViewer} select row_to_json(r)::text as row from (select ${columns} from ${entity.table} t ${joins} where ${visibleSql(entity, viewer, 't')} and t.id = $4::uuid) r`,
    [...viewerParams(viewer), id],
  )
  return row && (JSON.parse(row.row) as Record<string, unknown> & { number: number })
}
