import type { Verdict } from '#schema/sync/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { nameOf } from '#server/records/actor.ts'
import {
  type PendingNotification,
  serverRulesOf,
  type WriteDeps,
  writtenOf,
} from '#server/records/rows/entity-rules.ts'
import { isNumbered, type OpenBatch } from './open-batch.ts'

export function notifyAfterCommit(deps: WriteDeps, batch: OpenBatch): void {
  const { notify } = deps
  if (!notify) return
  deps.backgroundTasks.begin(async () => {
    const notifications = notificationsIn(batch)
    if (notifications.length) await notify(deps, batch.actor, notifications)
  })
}

function notificationsIn(batch: OpenBatch): readonly PendingNotification[] {
  const { actor, remember, rules, set } = batch
  const ofConflicts = remember.flatMap(({ result: verdict }) => conflictNotifications(verdict, nameOf(actor)))
  const ofRows = [...set.kept()].flatMap(([{ name }, rows]) => {
    const entityRules = serverRulesOf(rules, name)
    return rows.filter(isNumbered(batch)).flatMap((row) => entityRules.notificationsFor?.(writtenOf(row), actor) ?? [])
  })
  return [...ofConflicts, ...ofRows]
}

/** The author of the change gets the verdict. */
function conflictNotifications({ conflicts = [] }: Verdict, by: string | null): PendingNotification[] {
  const writers = new Map(conflicts.flatMap((each) => (each.by ? [[each.by, each] as const] : [])))
  return [...writers].map(([userId, { entity, id }]) => ({
    to: { userId },
    kind: 'CHANGE_CONFLICT',
    subject: { entity: entity as EntityName, id },
    by,
    url: '/',
  }))
}
