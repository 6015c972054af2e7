// Expires approvals after their last day and sends reminders before it.
import { addDays, dateIn } from '#schema/money/dates.ts'
import { soonDays } from '#schema/portfolio/upcoming.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import type { Actor } from '#server/records/actor.ts'
import { pauseAfterClockJump } from '#server/jobs/pause-after-clock-jump.ts'
import type { JobDeps } from '#server/jobs/job.ts'
import { transact } from '#server/records/write/transact.ts'
import { kycDue } from './rules.ts'

interface Reminded {
  readonly remindedUntil: string
  readonly remindedAt: string
}

const everyMs = 6 * 3_600_000
const rowsPerBatch = 200

export const kycExpiry = pauseAfterClockJump({
  everyMs,
  async run(deps, { tenantId, kind, payload }) {
    const actor = { kind: 'job', tenantId, job: kind } as const
    const today = deps.now().toISOString().slice(0, 10)
    // The last day must be over in every time zone.
    const expired = await expire(deps, actor, dateIn('Etc/GMT+12', deps.now()))
    if (expired === rowsPerBatch) return { hasChanged: true, hasMore: true }
    const until = addDays(today, soonDays)
    const reminded = (payload ?? {}) as Partial<Reminded>
    const { remindedUntil = addDays(today, -1), remindedAt = deps.now().toISOString() } = reminded
    const due = await deps.database.tenant(tenantId, (tx) =>
      dueBetween(tx, today, until, { remindedUntil, remindedAt }),
    )
    await deps.notify?.(deps, actor, due.flatMap(kycDue))
    const next: Reminded = {
      remindedUntil: laterOf(remindedUntil, until),
      remindedAt: laterOf(remindedAt, deps.now().toISOString()),
    }
    return { hasChanged: expired + due.length > 0, payload: next }
  },
})

/** Reads inside the transaction, so an approval renewed meanwhile does not expire. */
const expire = (deps: JobDeps, actor: Actor, today: string): Promise<number> =>
  transact(deps, actor, async (batch) => {
    const ids = await endedBefore(batch.tx, today)
    for (const id of ids) await batch.update('investors', id, { kycStatus: 'EXPIRED' })
    return ids.length
  })

const approved = `select id from investors where tenant_id = $1 and deleted_at is null and kyc_status = 'APPROVED'`

const endedBefore = async (tx: TenantTx, today: string): Promise<string[]> => {
  const found = await tx.query<{ id: string }>(
    `${approved} and kyc_review_on < $2::date order by id limit ${rowsPerBatch}`,
    [tx.tenantId, today],
  )
  return found.map(({ id }) => id)
}

/** Includes approvals given since the last run for a shorter time. */
const dueBetween = async (tx: TenantTx, today: string, until: string, reminded: Reminded): Promise<string[]> => {
  const found = await tx.query<{ id: string }>(
    `${approved} and kyc_review_on between $2::date and $3::date
and (kyc_review_on > $4::date or greatest(created_at, kyc_decided_at) > $5::timestamptz) order by id`,
    [tx.tenantId, today, until, reminded.remindedUntil, reminded.remindedAt],
  )
  return found.map(({ id }) => id)
}

/** Of two ISO dates or times. */
const laterOf = (one: string, other: string): string => (one > other ? one : other)
