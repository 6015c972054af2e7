import { registry } from '#schema/registry.ts'
import { verbCall } from '#server/http/calls/verb-call.ts'

/** Idempotent. The record then shows the person who was linked first. */
export const unlinkPerson = verbCall({
  entity: 'investors',
  verb: 'unlink',
  input: { userId: registry.investorUsers.fields.userId },
  summary: 'The record, which the person no longer sees',
  async work(batch, investorId, { userId }) {
    const links = await batch.where('investorUsers', 'investorId', investorId)
    for (const { id } of links.filter((link) => link.userId === userId)) await batch.remove('investorUsers', id)
    const [first] = links.filter((link) => link.userId !== userId).toSorted((a, b) => a.number - b.number)
    const investor = await batch.get('investors', investorId)
    if (investor?.userId === userId) await batch.update('investors', investorId, { userId: first?.userId ?? null })
  },
})
