// Epochs are rows, so a copy brings its own. Checkpoint hashes of devices reveal other copies.
import { v7 as uuidv7 } from 'uuid'
import type { Checkpoint, Checkpoints } from './checkpoints.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'

export const recoveryMs = 72 * 3_600_000

interface Tx {
  readonly tenantId: string
  query(text: string, params?: readonly unknown[]): Promise<unknown>
}

type Upkeep = (tenantId: string, work: (tx: Tx) => Promise<unknown>) => Promise<unknown>

const insertEpoch = (recoversUntil: Date | null, tx: Tx, now: Date) =>
  tx.query(
    `insert into epochs (tenant_id, ordinal, id, began, created_at, recovers_until, recovery_at)
select n.tenant_id, 1 + coalesce((select max(e.ordinal) from epochs e where e.tenant_id = $1), 0), $2, n.n, $3::timestamptz, $4::timestamptz,
  case when $4::timestamptz is not null then $3::timestamptz end
from tenant_numbers n where n.tenant_id = $1 for update`,
    [tx.tenantId, uuidv7(), now.toISOString(), recoversUntil?.toISOString() ?? null],
  )

/** A new firm has nothing to recover. */
export const beginFirstEpoch = (tx: Tx, now: Date): Promise<unknown> => insertEpoch(null, tx, now)

/** Devices pull everything again and resend their changes. */
export const beginEpoch = (tx: Tx, now: Date): Promise<unknown> =>
  insertEpoch(new Date(now.getTime() + recoveryMs), tx, now)

/** Changes of other epochs are then judged normally. */
export const endRecovery = (tx: Tx, now: Date): Promise<unknown> =>
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
 * After a promotion while servers ran, only firms whose last checkpoint is missing begin an epoch; devices report the
 * rest (HIST15). Runs before the clock writes a heartbeat; nodes take turns.
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
        const last = checkpoints.of(id)
        if (affectsAllFirms || last)
          await upkeep(id, async (tx) => {
            if (affectsAllFirms || (await lacksCheckpoint(tx, last!))) await beginEpoch(tx, now)
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

async function lacksCheckpoint(tx: Tx, { number, mark, at }: Checkpoint): Promise<boolean> {
  const found = (await tx.query(
    `select where not exists (select from marks where tenant_id = $1 and n = $2 and mark = $3)
  and not exists (select from epochs where tenant_id = $1 and created_at >= $4)`,
    [tx.tenantId, number, mark, at],
  )) as unknown[]
  return found.length > 0
}
