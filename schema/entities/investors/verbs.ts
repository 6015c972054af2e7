// References move to this record and the other is deleted. Restoring it moves back those that still exist.
import type { Effect, MovedReference, EffectStep } from '#schema/records/effect.ts'
import { type Link, referenceFields } from '#schema/kernel/entity.ts'
import { reference } from '#schema/kernel/field-types.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { registry, tenantEntities } from '#schema/registry.ts'
import type { Rows } from '#schema/records/sums.ts'

/** References to investors, except those the server sets itself. */
const links = tenantEntities.flatMap((of): Link[] =>
  referenceFields(of)
    .filter(({ field, to }) => to === registry.investors.name && !of.fields[field]!.byServer)
    .map(({ field }) => ({ entity: of.name, field })),
)

/** Rows that connect two investors. */
const between = [
  { entity: 'investorConnections', fields: ['requesterId', 'recipientId'] },
  { entity: 'notDuplicates', fields: ['firstId', 'secondId'] },
] as const
/** Redirects from the merged record. */
const place = (from: string, id: string): MovedReference => [registry.investors.name, from, 'id', id]
const people: Link = { entity: 'investorUsers', field: 'investorId' }
const input = { from: reference('investors') }

export const mergeInvestors: Effect<typeof input> = {
  input,
  validate: (id, { from }) => (from === id ? { from: { key: 'reference' } } : {}),
  reads: (id, { from }) => [...links.map((link) => [link, from] as const), [people, id]],
  steps(rows, id, { from }) {
    const [investor, other] = [rows.get('investors', id), rows.get('investors', from)]
    if (!investor || !other) return []
    const moved = links.flatMap(({ entity, field }) =>
      [...rows.where({ entity, field }, from)]
        .filter((row) => !isNeedless(rows, entity, row, id))
        .map((row): MovedReference => [entity, row['id'] as string, field, id]),
    )
    const person = (investor['userId'] ?? null) === null ? (other['userId'] ?? null) : null
    return [
      ...moved.map(([entity, rowId, field]): EffectStep => ({
        op: 'update',
        entity,
        id: rowId,
        fields: { [field]: id },
      })),
      ...(person === null ? [] : [{ op: 'update', entity: 'investors', id, fields: { userId: person } } as const]),
      { op: 'delete', entity: 'investors', id: from, moved: [place(from, id), ...moved] },
    ]
  },
}

/** A link the person already has, or a row between the two records. */
function isNeedless(rows: Rows, entity: string, row: Values, id: string): boolean {
  if (entity === people.entity) return [...rows.where(people, id)].some((each) => each['userId'] === row['userId'])
  return between.some((each) => each.entity === entity && each.fields.some((field) => row[field] === id))
}
