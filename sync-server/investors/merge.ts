// Makes two records of one investor one: what belongs to the other record moves to this one, and the other is deleted.
// Restoring it moves back what is still here.
import { referenceFields } from '#schema/entity.ts'
import { reference } from '#schema/field.ts'
import { registry, tenantEntities, type TenantEntityName } from '#schema/registry.ts'
import { verbCall } from '../http/verb-call.ts'
import type { Batch } from '../records/batch.ts'
import type { Stored } from '../records/noun-rules.ts'
import type { Emptied } from '../records/stored-row.ts'
import { VerbRefused } from '../records/verb-refused.ts'

/** Every reference to an investor except those that the server keeps for itself, such as an activity's audience. */
const links = tenantEntities.flatMap((of) =>
  referenceFields(of)
    .filter(({ field, to }) => to === registry.investors.name && !of.fields[field]!.byServer)
    .map(({ field }) => ({ entity: of.name as TenantEntityName, field })),
)

export const mergeInvestor = verbCall({
  entity: 'investors',
  verb: 'merge',
  takes: { from: reference('investors') },
  says: 'The record, with everything that belonged to the other one',
  async work(batch, id, { from }) {
    const other = from === id ? null : await batch.get('investors', from)
    if (!other) throw new VerbRefused('VALIDATION', { from: { key: from === id ? 'reference' : 'missing' } })
    const moved: Emptied[] = []
    for (const { entity, field } of links) {
      for (const row of await batch.where(entity, field as never, from)) {
        if (await isNeedless(batch, entity, row, id)) continue
        await batch.update(entity, row.id, { [field]: id } as never)
        moved.push([entity, row.id, field, id])
      }
    }
    const investor = await batch.get('investors', id)
    if (investor?.userId === null && other.userId !== null)
      await batch.update('investors', id, { userId: other.userId })
    await batch.remove('investors', from, { moved })
  },
})

/** A link that the person has already, or a connection between the two records: it goes with the other record. */
async function isNeedless(batch: Batch, entity: TenantEntityName, row: object, id: string): Promise<boolean> {
  if (entity === 'investorUsers') {
    const { userId } = row as Stored<'investorUsers'>
    return (await batch.where('investorUsers', 'investorId', id)).some((each) => each.userId === userId)
  }
  const { requesterId, recipientId } = row as Stored<'investorConnections'>
  return entity === 'investorConnections' && (requesterId === id || recipientId === id)
}
