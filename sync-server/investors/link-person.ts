// Links a person who signs in to an investor record. This changes what they may see, so their scope begins anew.
import { registry } from '#schema/registry.ts'
import type { Actor } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { transact } from '../records/transact.ts'
import { requireColleague } from '../http/require-colleague.ts'
import { verbCall } from '../http/verb-call.ts'

/** Changes nothing when they are linked already. */
export const linkPerson = (
  deps: WriteDeps,
  actor: Actor,
  userId: string,
  investorId: string,
  key?: string,
): Promise<void> =>
  transact(
    deps,
    actor,
    async (batch) => {
      const links = await batch.where('investorUsers', 'investorId', investorId)
      if (links.some((link) => link.userId === userId)) return
      await batch.create('investorUsers', { userId, investorId })
      const investor = await batch.get('investors', investorId)
      if (investor?.userId === null) await batch.update('investors', investorId, { userId })
    },
    { act: { entity: 'investors', verb: 'link', id: investorId }, key, given: { userId } },
  )

export const linkPersonCall = verbCall({
  entity: 'investors',
  verb: 'link',
  takes: { userId: registry.investorUsers.fields.userId },
  says: 'The record, which the person sees from now on',
  async run(deps, actor, { id, values: { userId }, key }) {
    await requireColleague(deps.database, actor.viewer, userId)
    await linkPerson(deps, actor, userId, id, key)
  },
})
