// An act that writes no record: it takes a number of its own and gets an audit entry like everything else.
import { registry } from '#schema/registry.ts'
import { newId } from '../db/new-id.ts'
import { activityOf } from './activities.ts'
import { type Actor, personOf, toldActor } from './actor.ts'
import { actionOf } from './audit-action.ts'
import { type OpenBatch, takeMark } from './open-batch.ts'
import type { WriteDeps } from './noun-rules.ts'
import type { UnrecordedAct } from './unrecorded-act.ts'
import { writeBatch } from './write-batch.ts'

/** Returns the number that the act took. */
export async function writeAct(deps: WriteDeps, actor: Actor, { news, ...act }: UnrecordedAct): Promise<number> {
  const number = await writeBatch(deps, actor, async (batch) => {
    takeMark(batch, '')
    if (news) {
      const said = { ...news, entityType: act.entity, entityId: act.entityId, shown: false, investorId: null }
      const after = { ...activityOf(actor, batch.at, said), number: batch.number }
      batch.set.keep([{ of: registry.activities, before: null, after }])
    }
    auditAct(batch, act)
    return batch.number
  })
  deps.acted?.(actor, act)
  return number
}

/** Writes only the audit entry. */
export function auditAct(
  { actor, number, at, trail }: OpenBatch,
  { id = newId(), entity, verb, entityId, details }: Omit<UnrecordedAct, 'news'>,
): void {
  trail.add({
    id,
    number,
    userId: personOf(actor),
    action: actionOf(entity, verb),
    entityType: entity,
    entityId,
    details: { changeId: newId(), actor: toldActor(actor), ...details },
    timestamp: at,
  })
}
