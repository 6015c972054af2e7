// An action that changes no record, such as an import, also takes the tenant's next number and gets an audit entry.
import { type EntityName, registry } from '#schema/registry.ts'
import { newId } from '#server/db/new-id.ts'
import { activityOf } from './activities.ts'
import { type Actor, personOf, auditActor } from '#server/records/actor.ts'
import { actionOf, type AuditVerb } from '#server/records/audit/audit-action.ts'
import { type OpenBatch, assignNumber } from './open-batch.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { writeBatch } from './write-batch.ts'

export interface NewAction {
  readonly id?: string
  /** `tenants` stands for the firm itself. */
  readonly entity: EntityName | 'tenants'
  readonly verb: AuditVerb
  readonly entityId: string
  readonly details: Readonly<Record<string, unknown>>
  readonly activity?: { readonly action: 'import'; readonly title: string }
}

/** Call it after the commit. */
export const logWrittenAction = (
  { logAction }: WriteDeps,
  actor: Actor,
  { entity, verb, entityId, details }: NewAction,
): void => logAction?.(actor, { action: actionOf(entity, verb), entityId, details })

export async function writeAction(deps: WriteDeps, actor: Actor, { activity, ...action }: NewAction): Promise<number> {
  const number = await writeBatch(deps, actor, async (batch) => {
    assignNumber(batch, '')
    if (activity) {
      const values = {
        ...activity,
        entityType: action.entity,
        entityId: action.entityId,
        belongedTo: null,
        changes: [],
        shown: false,
        investorId: null,
      }
      const after = { ...activityOf(actor, batch.at, values), number: batch.number }
      batch.set.keep([{ of: registry.activities, before: null, after }])
    }
    auditAction(batch, action)
    return batch.number
  })
  logWrittenAction(deps, actor, action)
  return number
}

export function auditAction(
  { actor, number, at, trail }: OpenBatch,
  { id = newId(), entity, verb, entityId, details }: Omit<NewAction, 'activity'>,
): void {
  trail.add({
    id,
    number,
    userId: personOf(actor),
    action: actionOf(entity, verb),
    entityType: entity,
    entityId,
    details: { changeId: newId(), actor: auditActor(actor), ...details },
    timestamp: at,
  })
}
