// The epoch names a firm's history. It is a row of the firm, read in the same snapshot as the answer that carries it:
// no node remembers it, and a copy brings its own. When the database is found on another cluster, another timeline or
// under another name, every firm begins a new epoch, except after a promotion while servers ran. A copy of the files in
// the same place, and what a promoted standby lacks, is recognized by the marks that devices know.
import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'
import type { Checkpoint, Checkpoints } from './checkpoints.ts'

/** How long devices send again what a restored backup lacked. */
export const recoveryMs = 72 * 3_600_000

interface Tx {
  readonly tenantId: string
  query(text: string, params?: readonly unknown[]): Promise<unknown>
}

/** `upkeep` of the database: a transaction of one firm. */
type Upkeep = (tenantId: string, work: (tx: Tx) => Promise<unknown>) => Promise<unknown>

const insertEpoch = (recoversUntil: Date | null, tx: Tx, now: Date) =>
  tx.query(
    `insert into epochs (tenant_id, ordinal, id, began, created_at, recovers_until, recovery_at)
select n.tenant_id, 1 + coalesce((select max(e.ordinal) from epochs e where e.tenant_id = $1), 0), $2, n.n, $3::timestamptz, $4::timestamptz,
  case when $4::timestamptz is not null then $3::timestamptz end
from tenant_numbers n where n.tenant_id = $1 for update`,
    [tx.tenantId, uuidv7(), now.toISOString(), recoversUntil?.toISOString() ?? null],
  )

/** Begins the history of a new firm, which has nothing to recover. */
export const beginHistory = (tx: Tx, now: Date): Promise<unknown> => insertEpoch(null, tx, now)

/** Called when the firm's data came from a backup: devices pull anew and send again what it may lack. */
export const beginEpoch = (tx: Tx, now: Date): Promise<unknown> =>
  insertEpoch(new Date(now.getTime() + recoveryMs), tx, now)

/** From now on, a change from another history is judged like every other. */
export const endRecovery = (tx: Tx, now: Date): Promise<unknown> =>
  tx.query(
    `update epochs set recovers_until = $2::timestamptz, recovery_at = greatest(recovery_at, $2::timestamptz)
where tenant_id = $1 and ordinal = (select max(ordinal) from epochs where tenant_id = $1)
  and (recovers_until is null or recovers_until > $2::timestamptz)`,
    [tx.tenantId, now.toISOString()],
  )

/** A database whose last heartbeat is older has lost something, or its servers were stopped as well. */
const heartbeatMs = 10 * 60_000

/** `pg_control_checkpoint` knows a new timeline only some time after a promotion. */
const findDatabaseSql = `
select s.system_identifier || '/'
  || greatest(c.timeline_id, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int)
  || '/' || current_database() as "clusterId",
  clock_timestamp() as at, (select seen_at from directory.clock) as seen,
  exists (select from pg_settings where name ~ '^recovery_target(_lsn|_name|_time|_xid)?$' and setting <> '') as "isRestored"
from pg_control_system() s, pg_control_checkpoint() c`

interface FoundDatabase {
  /** The cluster, timeline and database. */
  readonly clusterId: string
  readonly at: Date
  /** When a server last ran on it. */
  readonly seen: Date | null
  /** Whether it was recovered to a point in time. */
  readonly isRestored: boolean
}

/**
 * Begins a new epoch for every firm when the database is in another place than before. After a promotion
 * while servers ran, only firms whose last checkpoint the standby lacks begin one. What no node knows, devices report:
 * they send their own last checkpoints and get EPOCH (HIST15). When several nodes do this together, one of them begins
 * the epochs. At the start it is called before the clock is read, which makes a heartbeat.
 */
export async function noticeMove(
  ownerUrl: string,
  { upkeep, checkpoints }: { readonly upkeep: Upkeep; readonly checkpoints: Checkpoints },
  givenNow?: Date,
): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await owner.begin(async (sql) => {
      await sql`lock table directory.home in exclusive mode`
      const [known] = await sql<{ place: string }[]>`select place from directory.home`
      const [found] = await sql.unsafe<FoundDatabase[]>(findDatabaseSql)
      const now = givenNow ?? found!.at
      const isEach = known?.place !== found!.clusterId && !isPromotion(known?.place ?? '', found!, now)
      for (const { id } of await sql<{ id: string }[]>`select id from directory.tenants`) {
        const last = checkpoints.of(id)
        if (isEach || last)
          await upkeep(id, async (tx) => {
            if (isEach || (await isLacking(tx, last!))) await beginEpoch(tx, now)
          })
      }
      if (known?.place === found!.clusterId) return
      await sql`delete from directory.home`
      await sql`insert into directory.home (place) values (${found!.clusterId})`
    })
  } finally {
    await owner.end()
  }
}

/** Whether the database is the same one of the same cluster on a later timeline, and servers have just run on it. */
function isPromotion(before: string, { clusterId, seen, isRestored }: FoundDatabase, now: Date): boolean {
  const [from, to] = [before, clusterId].map((each) => /^(\d+)\/(\d+)\/(.*)$/.exec(each))
  const isSame = from?.[1] === to?.[1] && from?.[3] === to?.[3] && Number(from?.[2]) < Number(to?.[2])
  const hasJustRun = seen !== null && Math.abs(now.getTime() - seen.getTime()) <= heartbeatMs
  return isSame && hasJustRun && !isRestored
}

/** Whether the checkpoint is not in the firm's chain, and no node has begun an epoch for that. */
async function isLacking(tx: Tx, { number, mark, at }: Checkpoint): Promise<boolean> {
  const found = (await tx.query(
    `select where not exists (select from marks where tenant_id = $1 and n = $2 and mark = $3)
  and not exists (select from epochs where tenant_id = $1 and created_at >= $4)`,
    [tx.tenantId, number, mark, at],
  )) as unknown[]
  return found.length > 0
}
