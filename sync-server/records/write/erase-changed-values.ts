import type { ChangedValue } from '#schema/kernel/field-types.ts'
import { registry } from '#schema/registry.ts'
import { type Redaction, redactDetails } from '#server/records/audit/redact.ts'
import type { OpenBatch } from './open-batch.ts'

interface Erased extends Omit<Redaction, 'fields'> {
  /** By the id of the record. */
  readonly fieldsOf: ReadonlyMap<string, ReadonlySet<string>>
}

/** The activities get new numbers, so that devices replace theirs. */
export async function eraseChangedValues(
  { tx, set, at }: Pick<OpenBatch, 'tx' | 'set' | 'at'>,
  { fieldsOf, ...erased }: Erased,
): Promise<void> {
  const { activities } = registry
  const found = await tx.query<{ id: string }>(
    `select id from activities a where tenant_id = $1 and changes <> '[]' and (entity_id = any($2::uuid[])
  or exists (select from unnest($3::text[]) as w(word) where position(w.word in lower(a.changes::text)) > 0))`,
    [tx.tenantId, [...fieldsOf.keys()], [...erased.contacts].map((each) => JSON.stringify(each).slice(1, -1))],
  )
  await set.load(
    activities,
    found.map(({ id }) => id),
  )
  for (const { id } of found) {
    const row = set.peek(activities.name, id)!
    const fields = fieldsOf.get(row['entityId'] as string) ?? new Set<string>()
    const before = row['changes'] as readonly ChangedValue[]
    const changes = before.map((each) => withoutPerson(each, { ...erased, fields }))
    if (changes.some((each, index) => each !== before[index])) set.stage(activities, { ...row, changes, updatedAt: at })
  }
}

function withoutPerson(changed: ChangedValue, redaction: Redaction): ChangedValue {
  const [field, from, to, ...other] = changed
  const details = { before: { [field]: from }, after: { [field]: to } }
  const redacted = redactDetails(details, redaction) as typeof details
  return redacted === details ? changed : [field, redacted.before[field], redacted.after[field], ...other]
}
