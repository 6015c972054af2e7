// Each firm has a job of each recurring kind. A time too far ahead comes from a wrong clock and counts as now, even as
// the end of a lease.
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Directory } from '#server/db/connect/directory.ts'
import { insertGivenSql, jsonRows } from '#server/db/tables/given-rows.ts'
import type { JobsByKind } from './job.ts'

export const leaseMs = 5 * 60_000
export const maxDelayMs = 60 * 60_000
const maxWaitMs = 48 * 60 * 60_000

export const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()

const latestRuns = (kinds: JobsByKind, now: Date) =>
  Object.entries(kinds).flatMap(([kind, { everyMs }]) =>
    everyMs ? [{ kind, latest: later(now, Math.max(everyMs, leaseMs, maxDelayMs)) }] : [],
  )

/** Firms whose schedule is incomplete, or may have times too far ahead, in three queries for all firms. */
export async function findUnscheduled(directory: Directory, kinds: JobsByKind, now: Date): Promise<string[]> {
  const latest = latestRuns(kinds, now)
  const recurring = latest.map(({ kind }) => kind)
  const firms = await directory<{ id: string }[]>`
    select id from directory.tenants where suspended_at is null order by id`
  const scheduled = await directory<{ id: string }[]>`
    select tenant_id as id from jobs where key = '' and kind = any(${recurring})
      and run_at <= (${latest.map((each) => each.latest)}::timestamptz[])[array_position(${recurring}::text[], kind)]
    group by tenant_id having count(*) = ${recurring.length}`
  const farAhead = await directory<{ id: string }[]>`
    select distinct tenant_id as id from jobs
    where key <> '' and kind = any(${Object.keys(kinds)}) and run_at > ${later(now, maxDelayMs)}`
  const isScheduled = new Set(scheduled.map(({ id }) => id))
  const isFarAhead = new Set(farAhead.map(({ id }) => id))
  return firms.flatMap(({ id }) => ((recurring.length > 0 && !isScheduled.has(id)) || isFarAhead.has(id) ? [id] : []))
}

export async function ensureSchedule(tx: TenantTx, kinds: JobsByKind, now: Date): Promise<void> {
  const latest = latestRuns(kinds, now)
  await tx.query(
    `${insertGivenSql('jobs', 'kind, key, run_at', "k.kind, '', $3::timestamptz", 'unnest($2::text[]) as k(kind)')}
on conflict (tenant_id, kind, key) do nothing`,
    [tx.tenantId, latest.map(({ kind }) => kind), now.toISOString()],
  )
  await tx.query(
    `update jobs j set run_at = $3 from ${jsonRows('$2', 'k', 'kind text, latest timestamptz')}
where j.tenant_id = $1 and j.kind = k.kind and j.key = '' and j.run_at > k.latest`,
    [tx.tenantId, JSON.stringify(latest), now.toISOString()],
  )
  await tx.query(
    `update jobs set run_at = $3 where tenant_id = $1 and kind = any($2::text[]) and key <> ''
  and run_at > case when attempts > 0 then $4::timestamptz else $5::timestamptz end`,
    [tx.tenantId, Object.keys(kinds), now.toISOString(), later(now, maxDelayMs), later(now, maxWaitMs)],
  )
}
