// Links a person who signs in to an investor record. It changes what they may see: their scope begins anew.
import { v7 as uuidv7 } from 'uuid'
import { serverDefaults } from '#schema/parse.ts'
import { registry } from '#schema/registry.ts'
import type { Viewer } from '#schema/viewer.ts'
import { keep } from '../records/batch.ts'
import type { WriteDeps } from '../records/deps.ts'
import { isLive } from '../records/stored-row.ts'
import { transact } from '../records/transact.ts'

export const linkPerson = (deps: WriteDeps, viewer: Viewer, userId: string, investorId: string): Promise<void> =>
  transact(deps, viewer, async (batch) => {
    const { investorUsers, investors } = registry
    const investor = await batch.set.get('investors', investorId)
    if (!isLive(investor)) throw new Error('There is no such investor')
    const stamps = {
      number: 0,
      createdAt: batch.at,
      updatedAt: batch.at,
      createdBy: viewer.userId,
      deletedAt: null,
      deletedIn: null,
    }
    const link = { ...serverDefaults(investorUsers), ...stamps, id: uuidv7(), userId, investorId }
    batch.set.stage(investorUsers, link)
    if (investor['userId'] === null) batch.set.stage(investors, { ...investor, userId, updatedAt: batch.at })
    await keep(batch, viewer, {
      id: uuidv7(),
      ops: [{ op: 'create', entity: 'investorUsers', id: link.id, fields: { userId, investorId } }],
    })
  })
