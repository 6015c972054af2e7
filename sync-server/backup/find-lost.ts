// What no device brings back after a restore: the audit trail of the database that is given up tells.
import type { Sql, TransactionSql } from 'postgres'
import { entities } from '#schema/registry.ts'
import { nameFirm } from './export-tables.ts'
import type { FirmInBackup, Manifest } from './manifest.ts'

/**
 * `signedOut`: made on a device, but its person has signed out of every device since, and so their devices forgot it.
 * `handedIn`: from a withdrawn device, which was wiped.
 */
export type LostKind = 'rest' | 'import' | 'job' | 'system' | 'signedOut' | 'handedIn' | 'account'

export interface LostEntry {
  readonly firm: string
  readonly kind: LostKind
  readonly at: string
  /** Null for entries outside the order of changes. */
  readonly number: number | null
  readonly action: string
  readonly entity: string
  readonly id: string | null
  readonly by: string | null
  /** The file of an import, or the name of a job. */
  readonly source: string | null
}

export interface LostOfFirm {
  readonly firm: string
  readonly lost: readonly LostEntry[]
  /** Numbers that devices bring back. */
  readonly returning: number
  readonly lastNumber: number
}

export class OtherDatabase extends Error {}

/** Runs in one snapshot of the database that is given up. */
export const findLost = (old: Sql, { firms, startedAt, name }: Manifest): Promise<readonly LostOfFirm[]> =>
  old.begin('isolation level repeatable read read only', async (sql) => {
    const found: LostOfFirm[] = []
    for (const firm of firms) {
      await nameFirm(sql, firm.id)
      const counter = await requireSameLine(sql, firm, name)
      const changes = await selectChanges(sql, firm)
      const lost = [
        ...changes.filter(isLost).map((change) => lostChange(firm.name, change)),
        ...(await selectAccountEvents(sql, firm)),
        ...(await selectHandedIn(sql, firm, startedAt)),
      ]
      const returning = new Set(changes.filter((change) => !isLost(change)).map(({ number }) => number)).size
      found.push({ firm: firm.name, lost, returning, lastNumber: counter })
    }
    const known = firms.map(({ id }) => id)
    const created = await sql<{ id: string; name: string; at: Date }[]>`
      select id, name, created_at as at from directory.tenants where not (id = any(${known}))`
    for (const { id, name: firm, at } of created) {
      const about = { number: null, action: 'tenants.create', entity: 'tenants', id, by: null, source: null }
      found.push({
        firm,
        lost: [{ firm, kind: 'account', at: at.toISOString(), ...about }],
        returning: 0,
        lastNumber: 0,
      })
    }
    return found
  })

/** Throws when the database does not continue the backup. */
async function requireSameLine(
  sql: TransactionSql,
  { id, name, number, mark }: FirmInBackup,
  backup: string,
): Promise<number> {
  const [found] = await sql<{ counter: string; isSame: boolean }[]>`
    select n::text as counter,
      exists (select from marks where tenant_id = ${id} and n = ${number} and mark = ${mark}) as "isSame"
    from tenant_numbers where tenant_id = ${id}`
  if (found?.isSame) return Number(found.counter)
  throw new OtherDatabase(
    `The old database does not continue the backup ${backup}: ${name} has no change ${number} with the same hash.`,
  )
}

interface Change {
  readonly at: Date
  readonly number: number
  readonly action: string
  readonly entity: string
  readonly id: string | null
  readonly by: string | null
  readonly actor: string
  readonly source: string | null
  readonly isFromDevice: boolean
  readonly isByAnother: boolean
  readonly hasDevice: boolean
}

/** A device that is still signed in remembers what its person sent from it. */
const selectChanges = async (sql: TransactionSql, { id, number }: FirmInBackup): Promise<readonly Change[]> =>
  sql<Change[]>`
select a."timestamp" as at, a.n::int as number, a.action, a.entity_type as entity, a.entity_id as id, u.email as by,
  a.details->'actor'->>'kind' as actor, coalesce(a.details->'actor'->>'file', a.details->'actor'->>'job') as source,
  a.details ? 'deviceAt' as "isFromDevice", a.details ? 'author' as "isByAnother",
  exists (select from directory.sessions s where s.user_id = a.user_id and s.ended_as is null) as "hasDevice"
from audit_logs a left join directory.users u on u.id = a.user_id
where a.tenant_id = ${id} and a.n > ${number} order by a.n, a.place`

/** People, sessions and the firm itself. */
const ofAccounts: ReadonlySet<string> = new Set([
  'invitations',
  ...entities.flatMap(({ name, home }) => (home === 'directory' ? [name] : [])),
])

const comesFromDevice = ({ actor, isFromDevice, isByAnother }: Change): boolean =>
  actor === 'person' && isFromDevice && !isByAnother

const isLost = (change: Change): boolean => !comesFromDevice(change) || !change.hasDevice

const kindOf = (change: Change): LostKind => {
  if (comesFromDevice(change)) return 'signedOut'
  if (change.isByAnother) return 'handedIn'
  if (ofAccounts.has(change.entity)) return 'account'
  if (change.actor === 'import' || change.actor === 'job' || change.actor === 'system') return change.actor
  return 'rest'
}

function lostChange(firm: string, change: Change): LostEntry {
  const { at, number, action, entity, id, by, source } = change
  return { firm, kind: kindOf(change), at: at.toISOString(), number, action, entity, id, by, source }
}

/** Runs of jobs and sign-ins change nothing that a person would miss. */
const unimportant = ['jobs', 'sessions']

const selectAccountEvents = async (
  sql: TransactionSql,
  { id: tenantId, name: firm, lastEvent }: FirmInBackup,
): Promise<readonly LostEntry[]> => {
  const events = await sql<{ at: Date; action: string; entity: string; id: string | null; by: string | null }[]>`
    select e."timestamp" as at, e.action, e.entity_type as entity, e.entity_id as id, u.email as by
    from audit_events e left join directory.users u on u.id = e.user_id
    where e.tenant_id = ${tenantId} and e.place > ${lastEvent} and e.details->>'outcome' = 'done'
      and e.action not like '/%' and not (e.entity_type = any(${unimportant})) order by e.place`
  return events.map(({ at, ...event }) => ({
    firm,
    kind: 'account',
    at: at.toISOString(),
    number: null,
    source: null,
    ...event,
  }))
}

const selectHandedIn = async (
  sql: TransactionSql,
  { id: tenantId, name: firm }: FirmInBackup,
  since: string,
): Promise<readonly LostEntry[]> => {
  const rows = await sql<{ id: string; entity: string; at: Date; by: string | null; source: string | null }[]>`
    select h.id, 'heldChanges' as entity, h.created_at as at, u.email as by, h.device as source
    from held_changes h left join directory.users u on u.id = h.user_id
    where h.tenant_id = ${tenantId} and h.created_at >= ${since}
    union all select h.id, 'heldFiles', h.created_at, u.email, h.file_name
    from held_files h left join directory.users u on u.id = h.user_id
    where h.tenant_id = ${tenantId} and h.created_at >= ${since} order by at`
  return rows.map(({ at, entity, ...row }) => ({
    firm,
    kind: 'handedIn',
    at: at.toISOString(),
    number: null,
    action: `${entity}.handIn`,
    entity,
    ...row,
  }))
}
