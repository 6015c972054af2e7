// Restarts the person's scope, because it changes what they see.
import { registry } from '#schema/registry.ts'
import { requireTenantUser } from '#server/records/rows/require-tenant-user.ts'
import type { Batch } from '#server/records/write/batch.ts'
import { verbCall } from '#server/http/calls/verb-call.ts'

/** Undoing the merge would reverse it. */
async function wasMoved({ tx }: Batch, linkId: string): Promise<boolean> {
  const found = await tx.query(
    'select from investors where tenant_id = $1 and deleted_in is not null and emptied @> $2::text::jsonb',
    [tx.tenantId, JSON.stringify([['investorUsers', linkId, 'investorId']])],
  )
  return found.length > 0
}

/** Idempotent. */
export const linkPerson = verbCall({
  entity: 'investors',
  verb: 'link',
  input: { userId: registry.investorUsers.fields.userId },
  summary: 'The record, which the person sees from now on',
  check: ({ database }, viewer, { userId }) => requireTenantUser(database, viewer, userId),
  async work(batch, investorId, { userId }) {
    const links = await batch.where('investorUsers', 'investorId', investorId)
    const link = links.find((each) => each.userId === userId)
    if (link && !(await wasMoved(batch, link.id))) return
    // Undoing the merge would take the moved link away.
    if (link) await batch.remove('investorUsers', link.id)
    await batch.create('investorUsers', { userId, investorId })
    const investor = await batch.get('investors', investorId)
    if (investor?.userId === null) await batch.update('investors', investorId, { userId })
  },
})
