// The highest number of a viewer's feed. Staff get the firm's counter. For investors that would reveal the firm's
// activity, so theirs covers only their rows, tombstones and verdicts.
import { type Entity, snakeCase } from '#schema/kernel/entity.ts'
import type { Clause } from '#schema/kernel/access-rule.ts'
import { ruleOf } from '#schema/kernel/permissions.ts'
import { isStaff, type Viewer } from '#schema/kernel/viewer.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { audiencesOfViewer, feedEntities, param, viewerParams, withViewer } from '#server/records/read/visible-to.ts'
import { restrictTo, type SyncState } from './scope.ts'

/** One index lookup per id, deleted rows included. */
function clauseHighWaterMark(entity: Entity, clause: Clause): string {
  const conditions = Object.entries(clause).map(([column, wanted]) => {
    const at = `t.${snakeCase(column)}`
    if (wanted === true) return at
    return wanted === 'viewer.user' ? `${at} = ${param.user}` : `${at} = own.id`
  })
  // With max() the planner would scan the numbers of all rows.
  const number = Object.hasOwn(clause, 'id') ? 't.n' : 'max(t.n)'
  const rows = `select ${number} as n from ${entity.table} t where ${[`t.tenant_id = ${param.tenant}`, ...conditions].join(' and ')}`
  if (!Object.values(clause).includes('viewer.investors')) return `(${rows})`
  return `(select max(r.n) from unnest(${param.investors}) own(id), lateral (${rows}) r)`
}

function entityHighWaterMarks(entity: Entity, viewer: Viewer): string[] {
  const rule = ruleOf(entity, viewer, 'read')
  if (rule === 'nothing') return []
  if (rule === 'everything') return [clauseHighWaterMark(entity, {})]
  return rule.map((clause) => clauseHighWaterMark(entity, clause))
}

/** All arguments are SQL. `least` covers the scope's start and the verdicts. */
export function highWaterMarkSql(viewer: Viewer, least: string, audiences: string): string {
  if (isStaff(viewer)) return `(select n from tenant_numbers where tenant_id = ${param.tenant})`
  const left = `(select max(r.n) from unnest(${audiences}) a(name), lateral (select max(x.left_at) as n from exits x
where x.tenant_id = ${param.tenant} and x.audience = a.name) r)`
  return `greatest(${[least, left, ...feedEntities(viewer).flatMap((entity) => entityHighWaterMarks(entity, viewer))].join(',\n')})`
}

export async function highWaterMarkOf(tx: TenantTx, person: Viewer, syncState: SyncState): Promise<number> {
  const viewer = restrictTo(syncState, person)
  const [row] = await tx.query<{ n: number }>(
    `${withViewer}, params as (select $4::bigint, $5::text[]) select ${highWaterMarkSql(viewer, '$4::bigint', '$5::text[]')} as n`,
    [...viewerParams(viewer), syncState.lowerBound, audiencesOfViewer(viewer)],
  )
  return row!.n
}
