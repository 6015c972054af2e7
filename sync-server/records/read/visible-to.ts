// What a viewer may see, in SQL; schema/kernel/permissions.ts decides the same as a boolean.
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import { recentSince } from '#schema/kernel/recent.ts'
import { entityNamed, tenantEntities } from '#schema/registry.ts'
import { recordedFields } from '#schema/records/changed-values.ts'
import type { Clause } from '#schema/kernel/access-rule.ts'
import { readableFields, ruleOf } from '#schema/kernel/permissions.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import { audienceColumns, investorAudience, sinceColumn } from '#server/db/tables/audiences.ts'
import { responseColumns, type Column } from '#server/db/tables/columns.ts'

export const viewerParams = (viewer: Viewer): readonly unknown[] => [viewer.tenantId, viewer.investorIds, viewer.userId]
/** Gives the parameters' types, because a statement need not use all of them. */
export const withViewer = 'with viewer as (select $1::uuid, $2::uuid[], $3::uuid)'
export const param = { tenant: '$1::uuid', investors: '$2::uuid[]', user: '$3::uuid' } as const

export const audiencesOfViewer = (viewer: Viewer): string[] => [
  'shown',
  `user:${viewer.userId}`,
  ...viewer.investorIds.map(investorAudience),
]

export const feedEntities = (viewer: Viewer): readonly Entity[] =>
  tenantEntities.filter(
    (entity) =>
      entity.replicate !== 'never' &&
      ruleOf(entity, viewer, 'read') !== 'nothing' &&
      (viewer.fieldVisibility?.has(entity.name) ?? true),
  )

export const visibleColumns = (entity: Entity, viewer: Viewer): Column[] =>
  responseColumns(entity, readableFields(entity, viewer), isStaff(viewer)).map((column) => {
    if (isChangedValues(column)) return { ...column, readable: readableChangesSql(viewer, column) }
    const source = entity.fields[column.name]?.knownFrom
    return source && !isStaff(viewer) ? { ...column, readable: knownSql(viewer, column, entityNamed(source)!) } : column
  })

const isChangedValues = ({ storage }: Column): boolean => storage.kind === 'json' && storage.holds === 'changedValues'

/** SQL: the changed values of fields that the viewer may read in every row of their entity. */
function readableChangesSql(viewer: Viewer, { column }: Column): (table: string) => string {
  const names = tenantEntities
    .filter((of) => of.hasActivity && ruleOf(of, viewer, 'read') === 'everything')
    .flatMap((of) => {
      const readable = new Set(readableFields(of, viewer))
      return recordedFields(of).flatMap((name) => (readable.has(name) ? `${of.name}.${name}` : []))
    })
  return (table) => `case when ${table}.${column} is not null then (select coalesce(jsonb_agg(c order by at), '[]')
from jsonb_array_elements(${table}.${column}) with ordinality as each(c, at)
where coalesce(c ->> 3, ${table}.entity_type) || '.' || (c ->> 0) = any('{${names.join()}}')) end`
}

/** SQL: a reference, or null unless the viewer may see its row or one of their rows names it. */
function knownSql(viewer: Viewer, { column, storage }: Column, source: Entity): (table: string) => string {
  const named = entityNamed(storage.kind === 'reference' ? storage.to : '')!
  const isSeen = visibleSql(named, viewer, 'k')
  const isNamed = visibleSql(source, viewer, 'k')
  return (table) => {
    const at = `${table}.${column}`
    return `case when exists (select from ${named.table} k where k.id = ${at} and ${isSeen}) or exists (select from ${source.table} k where k.${column} = ${at} and ${isNamed}) then ${at} end`
  }
}

function equality(column: string, wanted: Clause[string], table: string): string {
  const at = `${table}.${snakeCase(column)}`
  if (wanted === true) return at
  return wanted === 'viewer.user' ? `${at} = ${param.user}` : `${at} = any(${param.investors})`
}

const clauseSql = (clause: Clause, table: string): string =>
  Object.entries(clause)
    .map(([column, wanted]) => equality(column, wanted, table))
    .join(' and ')

const anyOf = (conditions: readonly string[]): string => (conditions.length ? `(${conditions.join(' or ')})` : 'false')

export function visibleSql(entity: Entity, viewer: Viewer, table: string): string {
  const rule = ruleOf(entity, viewer, 'read')
  const tenant = `${table}.tenant_id = ${param.tenant} and ${table}.deleted_at is null`
  if (rule === 'everything') return tenant
  if (rule === 'nothing') return 'false'
  return `${tenant} and ${anyOf(rule.map((clause) => clauseSql(clause, table)))}`
}

/** SQL: rows that the viewer may read and has been able to read, by the same clause, since the number `since` (SQL). */
export function visibleSinceSql(entity: Entity, viewer: Viewer, table: string, since: string): string {
  const rule = ruleOf(entity, viewer, 'read')
  if (typeof rule === 'string') return visibleSql(entity, viewer, table)
  const clauses = rule.map((clause) => clauseSql(clause, table) + enteredSql(entity, clause, table, since))
  return `${table}.tenant_id = ${param.tenant} and ${table}.deleted_at is null and ${anyOf(clauses)}`
}

/** SQL: ` and …` that the row entered the clause's audiences at `number` or before. */
const enteredSql = (entity: Entity, clause: Clause, table: string, number: string): string =>
  Object.keys(clause)
    .filter((column) => audienceColumns(entity).includes(column))
    .map((column) => ` and ${table}.${snakeCase(sinceColumn(column))} <= ${number}`)
    .join('')

export const recentSql = ({ recent }: Entity, table: string, now: Date): string =>
  recent ? ` and ${table}.${snakeCase(recent.by)} >= '${recentSince(recent, now)}T00:00:00Z'` : ''

/**
 * Rows that a device at `after` may know: visible ones, and deleted ones that were in scope. `began`: when this scope
 * began. Both are SQL.
 */
export function mentionedSql(entity: Entity, viewer: Viewer, table: string, after: string, began: string): string {
  const rule = ruleOf(entity, viewer, 'read')
  if (rule === 'nothing') return 'false'
  const live = `${table}.deleted_at is null`
  if (rule === 'everything') return `(${live} or ${after} > 0)`
  return anyOf(
    rule.map(
      (clause) =>
        `(${clauseSql(clause, table)} and (${live} or (${after} > 0 and ${table}.n > ${began}${enteredSql(entity, clause, table, after)})))`,
    ),
  )
}
