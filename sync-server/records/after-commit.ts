// What begins once a batch is durable: the nouns' own tasks, and news for those whose values stood in a conflict.
import type { Verdict } from '#schema/protocol.ts'
import type { EntityName } from '#schema/registry.ts'
import { type News, serverRulesOf, type WriteDeps, writtenOf } from './noun-rules.ts'
import { isNumbered, type OpenBatch } from './open-batch.ts'

export function beginAfterwards(deps: WriteDeps, batch: OpenBatch): void {
  const { actor, number, rules, set } = batch
  // A verdict that is repeated was told before.
  const news = batch.remember.flatMap(({ result: verdict }) => conflictNews(verdict))
  if (deps.tell && news.length) deps.afterwards.begin(() => deps.tell!(deps, actor, news))
  for (const [{ name }, rows] of set.kept()) {
    const { afterCommit } = serverRulesOf(rules, name)
    const written = afterCommit ? rows.filter(isNumbered(batch)).map(writtenOf) : []
    if (written.length) deps.afterwards.begin(() => afterCommit!(deps, { actor, number }, written))
  }
}

/** Tells those whose values stand; the author of the change learns of it by the verdict. */
function conflictNews({ conflicts = [] }: Verdict): News[] {
  const writers = new Map(conflicts.flatMap((each) => (each.by ? [[each.by, each] as const] : [])))
  return [...writers].map(([userId, { entity, id }]) => ({
    to: { userId },
    kind: 'CHANGE_CONFLICT',
    about: { entity: entity as EntityName, id },
    url: '/',
  }))
}
