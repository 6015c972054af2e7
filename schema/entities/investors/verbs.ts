// References move to this record and the other is deleted. Restoring it moves back those that still exist.
import { type Link, referenceFields } from '#schema/kernel/entity.ts'
import { reference } from '#schema/kernel/field-types.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { type EntityName, registry, tenantEntities } from '#schema/registry.ts'
import { type MovedReference, updateStep, type VerbRows, verb } from '#schema/kernel/verb.ts'

const links = tenantEntities.flatMap((entity): Link[] =>
  referenceFields(entity)
    .filter(({ field, to }) => to === registry.investors.name && !entity.fields[field]!.byServer)
    .map(({ field }) => ({ entity: entity.name, field })),
)

const pairEntities = [
  { entity: 'investorConnections', fields: ['requesterId', 'recipientId'] },
  { entity: 'notDuplicates', fields: ['firstId', 'secondId'] },
] as const
const redirect = (from: string, id: string): MovedReference => [registry.investors.name, from, 'id', id]
const people: Link = { entity: 'investorUsers', field: 'investorId' }

/** Without `shown`, because servers of the previous version refuse a merge with `expect`. */
export const mergeInvestors = verb('investors', 'merge', {
  auth: 'update',
  summary: 'The record, with everything that belonged to the other one',
  input: { from: reference('investors') },
  validate: (id, { from }) => (from === id ? { from: { key: 'reference' } } : {}),
  steps(rows, { from }, { record: investor }) {
    const { id } = investor
    const other = rows.get('investors', from)
    if (!other) return []
    const moved = links.flatMap(({ entity, field }) =>
      rows
        .where({ entity, field }, from)
        .filter((row) => !isRedundant(rows, entity, row, id))
        .map((row): MovedReference => [entity, row['id'] as string, field, id]),
    )
    const person = investor.userId === null ? (other['userId'] ?? null) : null
    return [
      ...moved.map(([entity, rowId, field]) => updateStep(entity as EntityName, rowId, { [field]: id })),
      ...(person === null ? [] : [updateStep('investors', id, { userId: person })]),
      { op: 'delete', entity: 'investors', id: from, moved: [redirect(from, id), ...moved] },
    ]
  },
  inverse: (_record, { from }) => ({ op: 'restore', entity: 'investors', id: from }),
})

/** A link the person already has, or a row between the two records. */
function isRedundant(rows: VerbRows, entity: string, row: Values, id: string): boolean {
  if (entity === people.entity) return rows.where(people, id).some((each) => each['userId'] === row['userId'])
  return pairEntities.some((each) => each.entity === entity && each.fields.some((field) => row[field] === id))
}
