// Removes a person's data from rows, audit entries and verdicts. Ids, amounts and dates stay, so the books still add up.
import { randomBytes } from 'node:crypto'
import { type Entity, type PersonalRule, snakeCase } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName, tenantEntities } from '#schema/registry.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { jsonRows } from '#server/db/tables/given-rows.ts'
import { type ChainEntry, entryColumns } from '#server/records/audit/audit-chain.ts'
import { createRedact, type Redaction, redactDetails } from '#server/records/audit/redact.ts'
import { emptyVerdicts, type EmptiedEntry, remainingHash } from '#server/records/audit/remove-words.ts'
import type { SystemActor } from '#server/records/actor.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { StoredRow } from '#server/records/rows/stored-row.ts'
import { erasedValue, fieldsOfRule } from '#server/records/rows/personal-fields.ts'
import { assignNumber, type OpenBatch } from './open-batch.ts'
import { eraseChangedValues } from './erase-changed-values.ts'
import { inUpkeep } from './purge-rows.ts'
import { isOlder } from './newer-names.ts'
import { stamp } from './stamp.ts'
import { auditAction } from './write-action.ts'
import { writeBatch } from './write-batch.ts'

export interface PersonRecord {
  readonly entity: EntityName
  readonly id: string
}

export interface Erasure {
  readonly people: readonly PersonRecord[]
  /** In lower case; erased from every audit entry. */
  readonly contacts: readonly string[]
  /** Seals an empty text for this column. */
  readonly sealEmpty: (entity: Entity, id: string, field: string) => string
}

export interface ErasedRows {
  readonly rows: number
  readonly entries: number
}

/** If nothing is left to erase, only the audit entry is written. */
export const eraseRows = (deps: WriteDeps, actor: SystemActor, erasure: Erasure): Promise<ErasedRows> =>
  writeBatch(inUpkeep(deps), actor, (batch) => eraseBatch(batch, erasure))

async function eraseBatch(batch: OpenBatch, { people, contacts, sealEmpty }: Erasure): Promise<ErasedRows> {
  const { tx, set } = batch
  if (isOlder(batch.otherNames)) throw new Error('A newer version of the server runs. Use the command of that version.')
  const ids = people.map(({ id }) => id)
  await requireNoneHeld(tx, [...ids, ...contacts])
  const fieldsOf = new Map(people.map(({ entity, id }) => [id, new Set(ownFields(entityNamed(entity)!))]))
  await tx.query("set local statement_timeout = '10min'")
  for (const entity of tenantEntities) {
    const changed = new Map<string, StoredRow>()
    for (const rule of entity.personal) {
      const fields = fieldsOfRule(entity, rule)
      const found = (await tx.query<{ id: string }>(rowsSql(entity, rule), [tx.tenantId, ids])).map(({ id }) => id)
      await set.load(entity, found)
      for (const id of found) {
        fieldsOf.set(id, new Set([...(fieldsOf.get(id) ?? []), ...fields]))
        const row = changed.get(id) ?? set.peek(entity.name, id)!
        const values = erasedFields(entity, fields, row, sealEmpty)
        if (Object.keys(values).length) changed.set(id, { ...row, ...values, updatedAt: batch.at })
      }
    }
    for (const row of changed.values()) set.stage(entity, row)
  }
  const redaction = { contacts: new Set(contacts), redact: createRedact(randomBytes(32).toString('hex')) }
  await eraseChangedValues(batch, { fieldsOf, ...redaction })
  const { rows, tombstones, number, audiences } = stamp(set.staged(), batch.number)
  set.keep(rows)
  while (batch.number < Math.max(number, batch.before + 1)) assignNumber(batch, '')
  batch.tombstones.push(...tombstones)
  for (const [audience, highest] of audiences) batch.audiences.set(audience, highest)
  const emptied = await eraseEntries(tx, fieldsOf, redaction)
  await emptyVerdicts(tx, [...fieldsOf.keys()])
  const [first] = people
  if (first)
    auditAction(batch, {
      entity: first.entity,
      verb: 'erase',
      entityId: first.id,
      details: { by: 'operator', people: people.map(({ entity, id }) => [entity, id]), emptied },
    })
  return { rows: rows.length, entries: emptied.length }
}

const ownFields = (entity: Entity): readonly string[] =>
  entity.personal.flatMap((rule) => (rule.of === 'self' ? fieldsOfRule(entity, rule) : []))

const rowsSql = ({ table }: Entity, { of }: PersonalRule): string =>
  `select id from ${table} where tenant_id = $1 and ${of === 'self' ? 'id' : snakeCase(of)} = any($2::uuid[])`

function erasedFields(
  entity: Entity,
  fields: readonly string[],
  row: StoredRow,
  sealEmpty: Erasure['sealEmpty'],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  for (const name of fields) {
    const field = entity.fields[name]!
    // A purge has emptied it.
    if (row[name] === null || row[name] === '') continue
    const isSealed = field.sealed !== undefined && !field.nullable
    if (isSealed && field.sealed!.shownBy !== null && row[field.sealed!.shownBy] === null) continue
    const erased = isSealed ? sealEmpty(entity, row.id, name) : erasedValue(field, row.id)
    if (JSON.stringify(erased) !== JSON.stringify(row[name])) values[name] = erased
  }
  return values
}

/** A held change that is accepted later would bring the values back. */
async function requireNoneHeld(tx: TenantTx, words: readonly string[]): Promise<void> {
  const [held] = await tx.query<{ count: number }>(
    `select count(*)::int as count from held_changes h where tenant_id = $1 and state = 'HELD'
  and exists (select from unnest($2::text[]) as w(word) where position(w.word in lower(h.change)) > 0)`,
    [tx.tenantId, words],
  )
  if (held!.count > 0)
    throw new Error('Held changes of a revoked device name this person. Accept or reject them first.')
}

async function eraseEntries(
  tx: TenantTx,
  fieldsOf: ReadonlyMap<string, ReadonlySet<string>>,
  { contacts, redact }: Omit<Redaction, 'fields'>,
): Promise<readonly EmptiedEntry[]> {
  const entries = await tx.query<Omit<ChainEntry, 'chain'>>(
    `select ${entryColumns} from audit_logs a where tenant_id = $1 and place is not null and (entity_id = any($2::uuid[])
  or exists (select from unnest($3::text[]) as w(word) where position(w.word in lower(a.details::text)) > 0))`,
    [tx.tenantId, [...fieldsOf.keys()], [...contacts].map((each) => JSON.stringify(each).slice(1, -1))],
  )
  const changed = entries.flatMap((entry) => {
    const fields = fieldsOf.get(entry.entityId ?? '') ?? new Set<string>()
    const details = redactDetails(entry.details as Readonly<Record<string, unknown>>, { fields, contacts, redact })
    return details === entry.details ? [] : [{ ...entry, details }]
  })
  await tx.query(updateDetailsSql, [tx.tenantId, JSON.stringify(changed.map(({ id, details }) => ({ id, details })))])
  return changed.map(({ hash: own, ...entry }) => [
    own,
    remainingHash({ ...entry, tenantId: tx.tenantId, chain: 'records' }),
  ])
}

const updateDetailsSql = `update audit_logs t set details = r.details
from ${jsonRows('$2', 'r', 'id uuid, details jsonb')} where t.tenant_id = $1::uuid and t.id = r.id`
