// Links a person who signs in to an investor record. This changes what they may see, so their scope begins anew.
import { v7 as uuidv7 } from 'uuid'
import { serverDefaults } from '#schema/parse.ts'
import { registry } from '#schema/registry.ts'
import { type Actor, personOf } from '../records/actor.ts'
import { keep } from '../records/batch.ts'
import type { WriteDeps } from '../records/deps.ts'
import { isLive } from '../records/stored-row.ts'
import { transact } from '../records/transact.ts'

export const linkPerson = (deps: WriteDeps, actor: Actor, userId: string, investorId: string): Promise<void> =>
  transact(deps, actor, async (batch) => {
    const { investorUsers, investors } = registry
    const investor = await batch.set.get('investors', investorId)
    if (!isLive(investor)) throw new Error('There is no such investor')
    const stamps = {
      number: 0,
      createdAt: batch.at,
      updatedAt: batch.at,
      createdBy: personOf(actor),
      deletedAt: null,
      deletedIn: null,
    }
    const link = { ...serverDefaults(investorUsers), ...stamps, id: uuidv7(), userId, investorId }
    batch.set.stage(investorUsers, link)
    if (investor['userId'] === null) batch.set.stage(investors, { ...investor, userId, updatedAt: batch.at })
    await keep(batch, {
      id: uuidv7(),
      ops: [{ op: 'create', entity: 'investorUsers', id: link.id, fields: { userId, investorId } }],
    })
  })
