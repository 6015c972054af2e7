// Links a person who signs in to an investor record. This changes what they may see, so their scope begins anew.
import { registry } from '#schema/registry.ts'
import { requireColleague } from '#server/http/security/require-colleague.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { verbCall } from '#server/http/calls/verb-call.ts'

/** Whether the link came with another record, by a merge that can be undone. */
async function wasMoved({ tx }: Batch, linkId: string): Promise<boolean> {
  const found = await tx.query(
    'select from investors where tenant_id = $1 and deleted_in is not null and emptied @> $2::text::jsonb',
    [tx.tenantId, JSON.stringify([['investorUsers', linkId, 'investorId']])],
  )
  return found.length > 0
}

/** Changes nothing when they are linked already. */
export const linkPerson = verbCall({
  entity: 'investors',
  verb: 'link',
  takes: { userId: registry.investorUsers.fields.userId },
  summary: 'The record, which the person sees from now on',
  check: ({ database }, viewer, { userId }) => requireColleague(database, viewer, userId),
  async work(batch, investorId, { userId }) {
    const links = await batch.where('investorUsers', 'investorId', investorId)
    const link = links.find((each) => each.userId === userId)
    if (link && !(await wasMoved(batch, link.id))) return
    // Undoing the merge would take the link away with the other record; the one that is asked for now stays.
    if (link) await batch.remove('investorUsers', link.id)
    await batch.create('investorUsers', { userId, investorId })
    const investor = await batch.get('investors', investorId)
    if (investor?.userId === null) await batch.update('investors', investorId, { userId })
  },
})
