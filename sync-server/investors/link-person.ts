// Links a person who signs in to an investor record. This changes what they may see, so their scope begins anew.
import { registry } from '#schema/registry.ts'
import { requireColleague } from '../http/require-colleague.ts'
import { verbCall } from '../http/verb-call.ts'

/** Changes nothing when they are linked already. */
export const linkPerson = verbCall({
  entity: 'investors',
  verb: 'link',
  takes: { userId: registry.investorUsers.fields.userId },
  says: 'The record, which the person sees from now on',
  check: ({ database }, viewer, { userId }) => requireColleague(database, viewer, userId),
  async work(batch, investorId, { userId }) {
    const links = await batch.where('investorUsers', 'investorId', investorId)
    if (links.some((link) => link.userId === userId)) return
    await batch.create('investorUsers', { userId, investorId })
    const investor = await batch.get('investors', investorId)
    if (investor?.userId === null) await batch.update('investors', investorId, { userId })
  },
})
