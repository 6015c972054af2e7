// The epoch names a firm's history. It is a row of the firm, read in the same snapshot as the answer that carries it:
// no node remembers it, and a copy brings its own. When the database is found on another cluster, another timeline or
// under another name, every firm begins a new epoch. A copy of the files in the same place is recognised by its marks.
import postgres from 'postgres'
import { v7 as uuidv7 } from 'uuid'

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

/**
 * Begins a new epoch for every firm when the database is in another place than before. When several nodes start
 * together, one of them does it.
 */
export async function noticeMove(ownerUrl: string, { upkeep }: { readonly upkeep: Upkeep }, now: Date): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    const [found] = await owner<{ place: string }[]>`
      select s.system_identifier || '/' || c.timeline_id || '/' || current_database() as place
      from pg_control_system() s, pg_control_checkpoint() c`
    const { place } = found!
    await owner.begin(async (sql) => {
      await sql`lock table directory.home in exclusive mode`
      const [known] = await sql<{ place: string }[]>`select place from directory.home`
      if (known?.place === place) return
      for (const { id } of await sql<{ id: string }[]>`select id from directory.tenants`)
        await upkeep(id, (tx) => beginEpoch(tx, now))
      await sql`delete from directory.home`
      await sql`insert into directory.home (place) values (${place})`
    })
  } finally {
    await owner.end()
  }
}
