import type { AuditTrailEntry } from '#schema/entities/audit-logs/audit-entry.ts'
import { actorKinds, type AuditOutcome } from '#schema/entities/audit-logs/entity.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { Database, TenantTx } from '#server/db/connect/database.ts'
import { personNames } from '#server/db/person-names.ts'

/** Null means no filter. */
export interface EntryFilter {
  readonly actor: string | null
  readonly entity: string | null
  readonly recordId: string | null
  readonly action: string | null
  readonly outcome: AuditOutcome | null
  readonly from: string | null
  readonly to: string | null
}

export interface EntryCursor {
  readonly timestamp: string
  readonly id: string
}

interface StoredEntry extends EntryCursor {
  readonly userId: string | null
  readonly action: string
  readonly entity: string
  readonly recordId: string | null
  readonly details: Values
}

export async function listEntries(
  database: Database,
  tenantId: string,
  filter: EntryFilter,
  { limit, after }: { readonly limit: number; readonly after?: EntryCursor | undefined },
): Promise<AuditTrailEntry[]> {
  const stored = await database.tenant(tenantId, (tx) => readStored(tx, filter, limit, after))
  const people = stored.flatMap(({ userId }) => userId ?? [])
  const names = await personNames(database, tenantId, people)
  return stored.map((entry) => entryOf(entry, names))
}

function readStored(tx: TenantTx, filter: EntryFilter, limit: number, after?: EntryCursor): Promise<StoredEntry[]> {
  const params: unknown[] = [tx.tenantId]
  const addParam = (value: unknown): string => `$${params.push(value)}`
  const conditions = ['tenant_id = $1']
  const { actor, entity, recordId, action, outcome, from, to } = filter
  if (actor !== null) conditions.push(isBySql(actor, addParam))
  if (entity !== null) conditions.push(`entity_type = ${addParam(entity)}`)
  if (recordId !== null) conditions.push(`entity_id = ${addParam(recordId)}::uuid`)
  if (action !== null) conditions.push(`action = ${addParam(action)}`)
  if (outcome !== null) conditions.push(`coalesce(details ->> 'outcome', 'done') = ${addParam(outcome)}`)
  if (from !== null) conditions.push(`"timestamp" >= ${addParam(from)}::timestamptz`)
  if (to !== null) conditions.push(`"timestamp" < ${addParam(to)}::timestamptz`)
  if (after)
    conditions.push(`("timestamp", id) < (${addParam(after.timestamp)}::timestamptz, ${addParam(after.id)}::uuid)`)
  const limitParam = addParam(limit)
  const newest = (table: string): string =>
    `(select id, "timestamp", user_id as "userId", action, entity_type as entity, entity_id as "recordId", details
from ${table} where ${conditions.join(' and ')} order by "timestamp" desc, id desc limit ${limitParam})`
  return tx.query<StoredEntry>(
    `select * from (${['audit_logs', 'audit_events'].map(newest).join(' union all ')}) as trail
order by "timestamp" desc, id desc limit ${limitParam}`,
    params,
  )
}

const isBySql = (actor: string, addParam: (value: unknown) => string): string =>
  (actorKinds as readonly string[]).includes(actor)
    ? `coalesce(details -> 'actor' ->> 'kind', 'person') = ${addParam(actor)}`
    : `user_id = ${addParam(actor)}::uuid`

function entryOf({ userId, details, ...entry }: StoredEntry, names: ReadonlyMap<string, string>): AuditTrailEntry {
  const {
    actor = {},
    role,
    deviceAt,
    outcome,
    before,
    after,
    ...rest
  } = details as Values & {
    readonly actor?: Partial<AuditTrailEntry['actor']>
  }
  return {
    ...entry,
    deviceTime: (deviceAt as string | undefined) ?? null,
    actor: {
      kind: actor.kind ?? 'person',
      userId,
      name: names.get(userId ?? '') ?? null,
      // Old entries hold the role only.
      role: actor.role ?? (role as Role | undefined) ?? null,
      job: actor.job ?? null,
      file: actor.file ?? null,
    },
    outcome: (outcome as AuditOutcome | undefined) ?? 'done',
    before: (before as Values | undefined) ?? null,
    after: (after as Values | undefined) ?? null,
    details: rest,
  }
}
