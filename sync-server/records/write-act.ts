// Something done that writes no record: it takes a number of its own and stands in the audit trail like everything else.
import { v7 as uuidv7 } from 'uuid'
import { type EntityName, registry } from '#schema/registry.ts'
import { activityOf } from './activities.ts'
import { type Actor, personOf, toldActor } from './actor.ts'
import { auditHash } from './audit.ts'
import { actionOf, type AuditVerb } from './audit-action.ts'
import { takeMark } from './batch.ts'
import type { WriteDeps } from './deps.ts'
import { transact } from './transact.ts'

export interface Act {
  readonly entity: EntityName
  readonly verb: AuditVerb
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
  /** What staff read of it in what was done lately. */
  readonly news?: { readonly action: 'import'; readonly title: string }
}

/** Returns the number that it took. */
export const writeAct = (
  deps: WriteDeps,
  actor: Actor,
  { entity, verb, entityId, details, news }: Act,
): Promise<number> =>
  transact(deps, actor, async (batch) => {
    takeMark(batch, '')
    if (news) {
      const said = { ...news, entityType: entity, entityId, shown: false, investorId: null }
      const after = { ...activityOf(actor, batch.at, said), number: batch.number }
      batch.set.keep([{ of: registry.activities, before: null, after }])
    }
    const body = {
      id: uuidv7(),
      number: batch.number,
      userId: personOf(actor),
      action: actionOf(entity, verb),
      entityType: entity,
      entityId,
      details: { changeId: uuidv7(), actor: toldActor(actor), ...details },
      timestamp: batch.at,
    }
    const hash = auditHash(batch.auditHash, body)
    batch.audit.push({ ...body, previousHash: batch.auditHash, hash })
    batch.auditHash = hash
    return batch.number
  })
