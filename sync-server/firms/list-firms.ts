import { tenantEntities } from '#schema/registry.ts'
import { sessionLimits } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/connect/database.ts'

export interface FirmDevice {
  readonly person: string
  readonly device: string | null
  readonly lastContact: string
  /** Null if the device never reported it. */
  readonly unsent: number | null
}

export interface FirmSummary {
  readonly id: string
  readonly name: string
  readonly suspendedAt: string | null
  readonly deletionAt: string | null
  readonly people: number
  readonly activePeople: number
  readonly devices: readonly FirmDevice[]
  readonly lastContact: string | null
  /** Of all entities, with deleted ones. */
  readonly rows: number
  readonly files: number
  readonly fileBytes: number
}

type FirmSize = Pick<FirmSummary, 'rows' | 'files' | 'fileBytes'>

const rowsSql = tenantEntities.map(({ table }) => `(select count(*) from ${table} where tenant_id = $1)`).join(' + ')

export async function listFirms(database: Database): Promise<readonly FirmSummary[]> {
  const { directory, clock } = database
  const { expire, lastUsed } = sessionLimits(database, clock.now())
  const firms = await directory<Pick<FirmSummary, 'id' | 'name' | 'suspendedAt' | 'deletionAt'>[]>`
    select id, name, suspended_at as "suspendedAt", deletion_at as "deletionAt" from directory.tenants order by name, id`
  const people = await directory<{ tenantId: string; people: number; activePeople: number }[]>`
    select tenant_id as "tenantId", count(*)::int as people, count(*) filter (where is_active)::int as "activePeople"
    from directory.users group by tenant_id`
  const devices = await directory<(FirmDevice & { tenantId: string })[]>`
    select u.tenant_id as "tenantId", u.email as person, s.device, s.last_used as "lastContact", s.unsent
    from directory.sessions s join directory.users u on u.id = s.user_id
    where s.ended_as is null and u.is_active and s.expire > ${expire} and s.last_used > ${lastUsed}
    order by s.last_used desc`
  const peopleOf = new Map(people.map((each) => [each.tenantId, each]))
  const devicesOf = Map.groupBy(devices, ({ tenantId }) => tenantId)
  const listed: FirmSummary[] = []
  for (const { id, ...firm } of firms) {
    const own = (devicesOf.get(id) ?? []).map(({ tenantId: _, ...device }) => device)
    const { people: all = 0, activePeople = 0 } = peopleOf.get(id) ?? {}
    const lastContact = own[0]?.lastContact ?? null
    listed.push({ id, ...firm, people: all, activePeople, devices: own, lastContact, ...(await sizeOf(database, id)) })
  }
  return listed
}

/** Row security shows the rows of one firm only. */
const sizeOf = ({ snapshot }: Pick<Database, 'snapshot'>, tenantId: string): Promise<FirmSize> =>
  snapshot(tenantId, async (tx) => {
    await tx.query("set local statement_timeout = '10min'")
    const [size] = await tx.query<FirmSize>(
      `select (${rowsSql})::bigint as rows, count(*)::int as files, coalesce(sum(size), 0)::bigint as "fileBytes"
from (select size from files where tenant_id = $1 and state = 'STORED'
  union all select size from held_files where tenant_id = $1 and state = 'HELD') f`,
      [tenantId],
    )
    return size!
  })
