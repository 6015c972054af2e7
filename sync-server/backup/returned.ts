// Former numbers that nobody names are changes that no device made, or whose device has not connected yet.
import type { Database } from '#server/db/connect/database.ts'

export interface ReturnedOfFirm {
  readonly firm: string
  /** Null when it never recovered. */
  readonly recoversUntil: string | null
  readonly began: number
  readonly returned: number
  /** The highest number of the lost time that a device has named. */
  readonly highest: number
  /** First and last of each gap. */
  readonly gaps: readonly (readonly [number, number])[]
}

/** What devices have sent again: changes from before the last epoch, or from before several that began at one number. */
const returnedSql = `
with last as (select began, recovers_until from epochs where tenant_id = $1 order by ordinal desc limit 1),
  lost as (select e.id from epochs e join epochs next on next.tenant_id = $1 and next.ordinal = e.ordinal + 1, last
    where e.tenant_id = $1 and next.began = last.began),
  came as (select distinct (a.details->'was'->>'number')::bigint as n
    from audit_logs a, last, lost where a.tenant_id = $1 and a.n > last.began
      and a.details->'was'->>'epoch' = lost.id and (a.details->'was'->>'number')::bigint > last.began),
  steps as (select n, lag(n, 1, (select began from last)) over (order by n) as before from came)
select last.began, last.recovers_until as "recoversUntil",
  (select count(*)::int from came) as returned, coalesce((select max(n) from came), last.began) as highest,
  coalesce((select json_agg(json_build_array(before + 1, n - 1) order by n) from steps where n > before + 1), '[]') as gaps
from last`

export async function findReturned({
  directory,
  snapshot,
}: Pick<Database, 'directory' | 'snapshot'>): Promise<readonly ReturnedOfFirm[]> {
  const firms = await directory<{ id: string; name: string }[]>`select id, name from directory.tenants order by name`
  const found: ReturnedOfFirm[] = []
  for (const { id, name } of firms) {
    const [row] = await snapshot(id, (tx) => tx.query<Omit<ReturnedOfFirm, 'firm'>>(returnedSql, [tx.tenantId]))
    if (row) found.push({ firm: name, ...row })
  }
  return found
}
