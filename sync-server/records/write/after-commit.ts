// Once a batch is durable, people are told of it: what the nouns say of their rows, and news for those whose values stood
// in a conflict.
import type { Verdict } from '#schema/sync/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { nameOf } from '#server/records/actor.ts'
import { type PendingNotification, serverRulesOf, type WriteDeps, writtenOf } from '#server/records/rows/noun-rules.ts'
import { isNumbered, type OpenBatch } from './open-batch.ts'

export function notifyAfterCommit(deps: WriteDeps, batch: OpenBatch): void {
  const { notify } = deps
  if (!notify) return
  deps.afterwards.begin(async () => {
    const news = notificationsIn(batch)
    if (news.length) await notify(deps, batch.actor, news)
  })
}

function notificationsIn(batch: OpenBatch): readonly PendingNotification[] {
  const { actor, remember, rules, set } = batch
  // A verdict that is repeated was told before.
  const ofConflicts = remember.flatMap(({ result: verdict }) => conflictNotifications(verdict, nameOf(actor)))
  const ofRows = [...set.kept()].flatMap(([{ name }, rows]) => {
    const { notificationsFor } = serverRulesOf(rules, name)
    return notificationsFor
      ? rows.filter(isNumbered(batch)).flatMap((row) => notificationsFor(writtenOf(row), actor))
      : []
  })
  return [...ofConflicts, ...ofRows]
}

/** Tells those whose values stand; the author of the change learns of it by the verdict. */
function conflictNotifications({ conflicts = [] }: Verdict, by: string | null): PendingNotification[] {
  const writers = new Map(conflicts.flatMap((each) => (each.by ? [[each.by, each] as const] : [])))
  return [...writers].map(([userId, { entity, id }]) => ({
    to: { userId },
    kind: 'CHANGE_CONFLICT',
    about: { entity: entity as EntityName, id },
    by,
    url: '/',
  }))
}
