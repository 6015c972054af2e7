// Claiming a job postpones it by the lease; if the node dies, another one claims it then. Finished jobs have no time.
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Directory } from '#server/db/connect/directory.ts'
import { storableText } from '#server/db/storable-text.ts'
import type { Job, JobsByKind } from './job.ts'
import { later, leaseMs, maxDelayMs } from './schedule.ts'

const firstDelayMs = 30_000

interface QueuedJob {
  readonly kind: string
  readonly key: string
  readonly payload?: unknown
  readonly runAt: Date
}

/** Replaces the job with this key, whatever its state. */
export const queueJob = (tx: TenantTx, { kind, key, payload = {}, runAt }: QueuedJob): Promise<unknown> =>
  tx.query(
    `insert into jobs (tenant_id, kind, key, payload, run_at) values ($1, $2, $3, $4::text::jsonb, $5)
on conflict (tenant_id, kind, key) do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0, last_error = null`,
    [tx.tenantId, kind, key, JSON.stringify(payload), runAt.toISOString()],
  )

/** Changes nothing if the job of this kind is queued already. */
export const queueIfIdle = (tx: TenantTx, kind: string, now: Date): Promise<unknown> =>
  tx.query(
    `insert into jobs (tenant_id, kind, key, run_at) values ($1, $2, '', $3)
on conflict (tenant_id, kind, key) do update set run_at = excluded.run_at where jobs.run_at is null`,
    [tx.tenantId, kind, now.toISOString()],
  )

export async function findDueFirms(directory: Directory, kinds: JobsByKind, now: Date): Promise<string[]> {
  const due = await directory<{ id: string }[]>`
    select tenant_id as id from jobs where kind = any(${Object.keys(kinds)}) and run_at <= ${now.toISOString()}
    group by tenant_id order by min(run_at), tenant_id`
  const suspended = await directory<{ id: string }[]>`
    select id from directory.tenants where suspended_at is not null`
  const isSuspended = new Set(suspended.map(({ id }) => id))
  return due.flatMap(({ id }) => (isSuspended.has(id) ? [] : [id]))
}

export interface ClaimedJob extends Job {
  readonly attempts: number
  /** Another time in the table means that another node claimed the job. */
  readonly until: string
}

export async function claimDueJob(tx: TenantTx, kinds: JobsByKind, now: Date): Promise<ClaimedJob | undefined> {
  const until = later(now, leaseMs)
  const [job] = await tx.query<Omit<ClaimedJob, 'tenantId' | 'until'>>(
    `update jobs j set run_at = $4, attempts = j.attempts + 1
from (select kind, key from jobs where tenant_id = $1 and kind = any($2::text[]) and run_at <= $3
  order by run_at, kind, key limit 1 for update skip locked) due
where j.tenant_id = $1 and j.kind = due.kind and j.key = due.key
returning j.kind, j.key, j.payload, j.attempts, j.done_at as "doneAt"`,
    [tx.tenantId, Object.keys(kinds), now.toISOString(), until],
  )
  return job && { ...job, tenantId: tx.tenantId, until }
}

const mine = 'tenant_id = $1 and kind = $2 and key = $3 and run_at = $4'
const paramsOf = ({ tenantId, kind, key, until }: ClaimedJob): unknown[] => [tenantId, kind, key, until]

/** `next`: null for none. */
export const finish = (
  tx: TenantTx,
  claimed: ClaimedJob,
  payload: unknown,
  next: Date | null,
  now: Date,
): Promise<unknown> =>
  tx.query(
    `update jobs set run_at = $5, payload = $6::text::jsonb, attempts = 0, last_error = null, done_at = $7 where ${mine}`,
    [...paramsOf(claimed), next?.toISOString() ?? null, JSON.stringify(payload), now.toISOString()],
  )

export const reschedule = (tx: TenantTx, claimed: ClaimedJob, error: unknown, now: Date): Promise<unknown> =>
  tx.query(`update jobs set run_at = $5, last_error = $6 where ${mine}`, [
    ...paramsOf(claimed),
    later(now, Math.min(maxDelayMs, firstDelayMs * 2 ** (claimed.attempts - 1))),
    storableText(String(error).slice(0, 1_000)),
  ])
