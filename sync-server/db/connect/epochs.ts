// Epochs are rows, so a copy brings its own. Checkpoint hashes of devices reveal other copies.
import { v7 as uuidv7 } from 'uuid'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { type Checkpoints, foreignCheckpoints } from './checkpoints.ts'
import type { TenantTx } from './tenant-tx.ts'

export const recoveryMs = 72 * 3_600_000

type Upkeep = (tenantId: string, work: (tx: TenantTx) => Promise<unknown>) => Promise<unknown>

const insertEpoch = (tx: TenantTx, now: Date, recoveryAt: Date | null) =>
  tx.query(
    `insert into epochs (tenant_id, ordinal, id, began, created_at, recovers_until, recovery_at)
select n.tenant_id, 1 + coalesce((select max(e.ordinal) from epochs e where e.tenant_id = $1), 0), $2, n.n, $3::timestamptz, $4::timestamptz,
  $5::timestamptz
from tenant_numbers n where n.tenant_id = $1 for update`,
    [tx.tenantId, uuidv7(), now.toISOString(), recoveryAt && recoveryEnd(now), recoveryAt?.toISOString() ?? null],
  )

export const recoveryEnd = (now: Date): string => new Date(now.getTime() + recoveryMs).toISOString()

/** A new firm has nothing to recover. */
export const beginFirstEpoch = (tx: TenantTx, now: Date): Promise<unknown> => insertEpoch(tx, now, null)

/** Devices pull everything again and resend their changes. */
export const beginEpoch = (tx: TenantTx, now: Date): Promise<unknown> => insertEpoch(tx, now, now)

/** Begins none if a recovery has begun since the lost number was assigned (HIST23, BACK5). */
export async function beginEpochAfterLoss(tx: TenantTx, now: Date, lostAt: Date): Promise<void> {
  // The next statement sees an epoch that began while this one waited.
  await tx.query('select n from tenant_numbers where tenant_id = $1 for update', [tx.tenantId])
  const begun = await tx.query(
    `select ordinal from epochs where tenant_id = $1 and recovery_at >= $2::timestamptz
  and ordinal = (select max(ordinal) from epochs where tenant_id = $1)`,
    [tx.tenantId, lostAt.toISOString()],
  )
  if (!begun.length) await insertEpoch(tx, now, lostAt > now ? lostAt : now)
}

/** Changes of other epochs are then judged normally. */
export const endRecovery = (tx: TenantTx, now: Date): Promise<unknown> =>
  tx.query(
    `update epochs set recovers_until = $2::timestamptz, recovery_at = greatest(recovery_at, $2::timestamptz)
where tenant_id = $1 and ordinal = (select max(ordinal) from epochs where tenant_id = $1)
  and (recovers_until is null or recovers_until > $2::timestamptz)`,
    [tx.tenantId, now.toISOString()],
  )

/** With an older heartbeat, data may be lost. */
const heartbeatMs = 10 * 60_000

/** `pg_control_checkpoint` reports a new timeline late. */
const findDatabaseSql = `
select s.system_identifier || '/'
  || greatest(c.timeline_id, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int)
  || '/' || current_database() as "clusterId",
  clock_timestamp() as at, (select seen_at from directory.clock) as seen,
  exists (select from pg_settings where name ~ '^recovery_target(_lsn|_name|_time|_xid)?$' and setting <> '') as "isRestored"
from pg_control_system() s, pg_control_checkpoint() c`

interface FoundDatabase {
  readonly clusterId: string
  readonly at: Date
  readonly seen: Date | null
  readonly isRestored: boolean
}

/**
 * A moved database begins an epoch for every firm; after a promotion while servers ran, only firms that lack a
 * checkpoint do (HIST23). Runs before the first heartbeat.
 */
export const detectMove = (
  ownerUrl: string,
  { upkeep, checkpoints }: { readonly upkeep: Upkeep; readonly checkpoints: Checkpoints },
  givenNow?: Date,
): Promise<void> =>
  withSql(ownerUrl, (owner) =>
    owner.begin(async (sql) => {
      await sql`lock table directory.home in exclusive mode`
      const [known] = await sql<{ place: string }[]>`select place from directory.home`
      const [found] = await sql.unsafe<FoundDatabase[]>(findDatabaseSql)
      const now = givenNow ?? found!.at
      const affectsAllFirms = known?.place !== found!.clusterId && !isPromotion(known?.place ?? '', found!, now)
      for (const { id } of await sql<{ id: string }[]>`select id from directory.tenants`) {
        const noted = checkpoints.of(id)
        if (affectsAllFirms) await upkeep(id, (tx) => beginEpoch(tx, now))
        else if (noted.length)
          await upkeep(id, async (tx) => {
            const lost = await foreignCheckpoints(tx, noted)
            if (lost.length) await beginEpochAfterLoss(tx, now, new Date(Math.max(...lost.map(({ at }) => at))))
          })
      }
      if (known?.place === found!.clusterId) return
      await sql`delete from directory.home`
      await sql`insert into directory.home (place) values (${found!.clusterId})`
    }),
  )

/** A later timeline of the same cluster, with a recent heartbeat. */
function isPromotion(before: string, { clusterId, seen, isRestored }: FoundDatabase, now: Date): boolean {
  const [from, to] = [before, clusterId].map((each) => /^(\d+)\/(\d+)\/(.*)$/.exec(each))
  const isSame = from?.[1] === to?.[1] && from?.[3] === to?.[3] && Number(from?.[2]) < Number(to?.[2])
  const hasJustRun = seen !== null && Math.abs(now.getTime() - seen.getTime()) <= heartbeatMs
  return isSame && hasJustRun && !isRestored
}
