// PostgreSQL writes the rows as JSON.
import { limits } from '#schema/sync/protocol.ts'
import { isDigested } from '#schema/sync/digest.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import { audienceColumns } from '#server/db/tables/audiences.ts'
import { wireJson } from '#server/db/tables/columns.ts'
import {
  feedEntities,
  mentionedSql,
  param,
  recentSql,
  visibleColumns,
  visibleSinceSql,
  visibleSql,
  withViewer,
} from '#server/records/read/visible-to.ts'
import { highWaterMarkSql } from './high-water-mark.ts'

/** Rows fetched for a page; at the usual size of a row they fill its bytes. */
const rowsPerPage = 2_500
const after = '$4::bigint'
const began = '$5::bigint'
const audiences = '$6::text[]'
const lowerBound = '$7::bigint'

/** `["projects","id",n,{…}]` for each row that may concern this device. */
function changedRowsSql(viewer: Viewer, now: Date, limit: number): string {
  const rows = feedEntities(viewer).map((entity) => {
    const fields = `case when t.deleted_at is null then ${wireJson(visibleColumns(entity, viewer), 't')} else 'null' end`
    return `(select t.n, '["${entity.name}","' || t.id || '",' || t.n || ',' || ${fields} || ']' as line from ${entity.table} t
where t.tenant_id = ${param.tenant} and t.n > ${after} and ${mentionedSql(entity, viewer, 't', after, began)}${recentSql(entity, 't', now)} order by t.n limit ${limit})`
  })
  const seen = feedEntities(viewer)
    .filter((entity) => audienceColumns(entity).length)
    .map(
      (entity) =>
        `exists (select from ${entity.table} t where x.entity = '${entity.name}' and t.id = x.id and ${visibleSinceSql(entity, viewer, 't', 'x.left_at')})`,
    )
  // Not for rows visible through another audience. A row that came back gets its tombstone, too: the page may end
  // before it.
  const tombstones = `(select x.left_at as n, '["' || x.entity || '","' || x.id || '",' || x.left_at || ',null]' as line from exits x
where x.tenant_id = ${param.tenant} and x.audience = any(${audiences}) and x.left_at > greatest(${after}, ${began}) and x.entered_at <= ${after}
and not (${seen.join(' or ') || 'false'}) order by x.left_at limit ${limit})`
  return [...rows, ...(viewer.role === 'INVESTOR' ? [tombstones] : [])].join('\nunion all\n')
}

export const pageSql = (
  viewer: Viewer,
  now: Date,
): string => `${withViewer}, params as (select ${[after, began, audiences, ...(isStaff(viewer) ? [] : [lowerBound])].join()}),
found as materialized (select * from (${changedRowsSql(viewer, now, rowsPerPage + 1)}) changed order by n limit ${rowsPerPage + 1}),
measured as (select n, line, count(*) over w as rows, sum(octet_length(line) + 1) over w as bytes from found window w as (order by n)),
fitting as (select n, line from measured where (rows <= ${rowsPerPage} and bytes <= ${limits.bytesPerPage}) or n = (select min(n) from found)),
page as (select (select count(*) from found) > count(*) as more, max(n) as last, coalesce(string_agg(line, ',' order by n), '') as rows from fitting),
head as (select high.n as "highWaterMark", more, case when more then last else high.n end as "to", rows from page, (select ${highWaterMarkSql(viewer, lowerBound, audiences)} as n) high)
select head.*, m.mark from head left join marks m on m.tenant_id = ${param.tenant} and m.n = head."to"`

export const totalSql = (viewer: Viewer, now: Date): string =>
  `${withViewer} select (${feedEntities(viewer)
    .map(
      (entity) =>
        `(select count(*) from ${entity.table} t where ${visibleSql(entity, viewer, 't')}${recentSql(entity, 't', now)})`,
    )
    .join(' + ')})::bigint as total`

const mixSql = `((((('x' || right(t.id::text, 8))::bit(32)::bigint & 2147483647) + 1) * (t.n % 2147483647 + 1)) % 2147483647)
# (('x' || substr(t.id::text, 25, 4) || substr(t.id::text, 20, 4))::bit(32)::bigint & 2147483647)`

export const digestSql = (viewer: Viewer): string =>
  `${withViewer} select count(*) as count, lpad(to_hex(coalesce(bit_xor(mix), 0)), 8, '0') as xor from (${feedEntities(
    viewer,
  )
    .filter(isDigested)
    .map((entity) => `select ${mixSql} as mix from ${entity.table} t where ${visibleSql(entity, viewer, 't')}`)
    .join(' union all ')}) m`
