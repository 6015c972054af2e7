// Finds what no device brings back after a restore, from the audit trail of the abandoned database.
import type { Sql, TransactionSql } from 'postgres'
import { entities } from '#schema/registry.ts'
import { setTenant } from './export-tables.ts'
import type { FirmInBackup, Manifest } from './manifest.ts'

/** `signedOut`: its user has since signed out of every device. `handedIn`: from a revoked device, since wiped. */
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

export interface FirmLosses {
  readonly firm: string
  readonly lost: readonly LostEntry[]
  /** Numbers that devices bring back. */
  readonly returning: number
  readonly lastNumber: number
}

export class UnrelatedDatabase extends Error {}

/** Runs in one snapshot of the abandoned database. */
export const findLost = (old: Sql, { firms, startedAt, name }: Manifest): Promise<readonly FirmLosses[]> =>
  old.begin('isolation level repeatable read read only', async (sql) => {
    const found: FirmLosses[] = []
    for (const firm of firms) {
      await setTenant(sql, firm.id)
      const counter = await requireContinuesBackup(sql, firm, name)
      const people = await selectPeople(sql, firm)
      const changes = await selectChanges(sql, firm, people)
      const lost = [
        ...changes.filter(isLost).map((change) => lostChange(firm.name, change)),
        ...(await selectAccountEvents(sql, firm, people)),
        ...(await selectHandedIn(sql, firm, startedAt, people)),
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
async function requireContinuesBackup(
  sql: TransactionSql,
  { id, name, number, mark }: FirmInBackup,
  backup: string,
): Promise<number> {
  const [found] = await sql<{ counter: string; isSame: boolean }[]>`
    select n::text as counter,
      exists (select from marks where tenant_id = ${id} and n = ${number} and mark = ${mark}) as "isSame"
    from tenant_numbers where tenant_id = ${id}`
  if (found?.isSame) return Number(found.counter)
  throw new UnrelatedDatabase(
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

interface Person {
  readonly id: string
  readonly email: string
  /** A device that is still signed in remembers what its user sent from it. */
  readonly hasDevice: boolean
}

type People = ReadonlyMap<string | null, Person>

/** Citus cannot join a firm's tables with those of the directory. */
async function selectPeople(sql: TransactionSql, { id }: FirmInBackup): Promise<People> {
  const rows = await sql<Person[]>`
    select u.id, u.email, exists (select from directory.sessions s where s.user_id = u.id and s.ended_as is null) as "hasDevice"
    from directory.users u where u.tenant_id = ${id}`
  return new Map(rows.map((person) => [person.id, person]))
}

async function selectChanges(
  sql: TransactionSql,
  { id, number }: FirmInBackup,
  people: People,
): Promise<readonly Change[]> {
  const rows = await sql<(Omit<Change, 'by' | 'hasDevice'> & { userId: string | null })[]>`
    select "timestamp" as at, n::int as number, action, entity_type as entity, entity_id as id, user_id as "userId",
      details->'actor'->>'kind' as actor, coalesce(details->'actor'->>'file', details->'actor'->>'job') as source,
      details ? 'deviceAt' as "isFromDevice", details ? 'author' as "isByAnother"
    from audit_logs where tenant_id = ${id} and n > ${number} order by n, place`
  return rows.map(({ userId, ...row }) => {
    const person = people.get(userId)
    return { ...row, by: person?.email ?? null, hasDevice: person?.hasDevice ?? false }
  })
}

const accountEntities: ReadonlySet<string> = new Set([
  'invitations',
  ...entities.flatMap(({ name, home }) => (home === 'directory' ? [name] : [])),
])

const comesFromDevice = ({ actor, isFromDevice, isByAnother }: Change): boolean =>
  actor === 'person' && isFromDevice && !isByAnother

const isLost = (change: Change): boolean => !comesFromDevice(change) || !change.hasDevice

const kindOf = (change: Change): LostKind => {
  if (comesFromDevice(change)) return 'signedOut'
  if (change.isByAnother) return 'handedIn'
  if (accountEntities.has(change.entity)) return 'account'
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
  people: People,
): Promise<readonly LostEntry[]> => {
  const events = await sql<{ at: Date; action: string; entity: string; id: string | null; userId: string | null }[]>`
    select "timestamp" as at, action, entity_type as entity, entity_id as id, user_id as "userId" from audit_events
    where tenant_id = ${tenantId} and place > ${lastEvent} and details->>'outcome' = 'done'
      and action not like '/%' and not (entity_type = any(${unimportant})) order by place`
  return events.map(({ at, userId, ...event }) => ({
    firm,
    kind: 'account',
    at: at.toISOString(),
    number: null,
    source: null,
    by: people.get(userId)?.email ?? null,
    ...event,
  }))
}

const selectHandedIn = async (
  sql: TransactionSql,
  { id: tenantId, name: firm }: FirmInBackup,
  since: string,
  people: People,
): Promise<readonly LostEntry[]> => {
  const rows = await sql<{ id: string; entity: string; at: Date; userId: string; source: string | null }[]>`
    select id, 'heldChanges' as entity, created_at as at, user_id as "userId", device as source
    from held_changes where tenant_id = ${tenantId} and created_at >= ${since}
    union all select id, 'heldFiles', created_at, user_id, file_name
    from held_files where tenant_id = ${tenantId} and created_at >= ${since} order by at`
  return rows.map(({ at, entity, userId, ...row }) => ({
    firm,
    kind: 'handedIn',
    at: at.toISOString(),
    number: null,
    action: `${entity}.handIn`,
    entity,
    by: people.get(userId)?.email ?? null,
    ...row,
  }))
}
