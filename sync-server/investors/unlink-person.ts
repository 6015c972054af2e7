// Ends the link between a person who signs in and an investor record: they no longer see it.
import { registry } from '#schema/registry.ts'
import type { Actor } from '../records/actor.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import { transact } from '../records/transact.ts'
import { verbCall } from '../http/verb-call.ts'

/** Changes nothing when they are not linked. The record then shows the person who was linked first among the others. */
export const unlinkPerson = (
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
      for (const { id } of links.filter((link) => link.userId === userId)) await batch.remove('investorUsers', id)
      const [first] = links.filter((link) => link.userId !== userId).toSorted((a, b) => a.number - b.number)
      const investor = await batch.get('investors', investorId)
      if (investor?.userId === userId) await batch.update('investors', investorId, { userId: first?.userId ?? null })
    },
    { act: { entity: 'investors', verb: 'unlink', id: investorId }, key, given: { userId } },
  )

export const unlinkPersonCall = verbCall({
  entity: 'investors',
  verb: 'unlink',
  takes: { userId: registry.investorUsers.fields.userId },
  says: 'The record, which the person no longer sees',
  run: (deps, actor, { id, values: { userId }, key }) => unlinkPerson(deps, actor, userId, id, key),
})
