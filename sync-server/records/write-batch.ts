// Where every write of a firm's data happens: takes the tenant's lock and number, lets the work judge and stage, and
// saves everything with audit entries and verdicts. Once that is durable it sends hints and starts the tasks that come
// after a commit. Only this folder calls it: requests come through write.ts, verbs through transact.ts.
import type { Known } from '#schema/protocol.ts'
import { type Actor, tenantOf } from './actor.ts'
import { serverRulesOf, type WriteDeps, writtenOf } from './noun-rules.ts'
import { isNumbered, newScopesOf, openBatch, type OpenBatch } from './open-batch.ts'
import type { RefusedBefore } from './refused-before.ts'
import { saveBatch } from './save.ts'

export interface Opening {
  /** The point of its history that the device names. */
  readonly known?: Known | undefined
  /** What was refused earlier in the same request. */
  readonly earlier?: RefusedBefore | undefined
}

/** `work` may be called again when the database asks to retry. */
export async function writeBatch<Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
  { known, earlier }: Opening = {},
): Promise<Result> {
  const tenantId = tenantOf(actor)
  const { batch, result } = await deps.database.tenant(tenantId, async (tx) => {
    const opened = await openBatch(tx, deps, actor, earlier, known)
    const worked = await work(opened)
    await saveBatch(opened)
    return { batch: opened, result: worked }
  })
  if (batch.number > batch.before)
    deps.hints.publish(tenantId, {
      number: batch.number,
      audiences: Object.fromEntries(batch.audiences),
      sight: Object.fromEntries(newScopesOf(batch)),
    })
  beginAfterwards(deps, batch)
  return result
}

function beginAfterwards(deps: WriteDeps, batch: OpenBatch): void {
  const { actor, number, rules, set } = batch
  for (const [{ name }, rows] of set.kept()) {
    const { afterCommit } = serverRulesOf(rules, name)
    const written = afterCommit ? rows.filter(isNumbered(batch)).map(writtenOf) : []
    if (written.length) deps.afterwards.begin(() => afterCommit!(deps, { actor, number }, written))
  }
}

/** Computes what would happen; nothing is saved and no hint is sent. */
export const rehearse = <Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: OpenBatch) => Promise<Result>,
): Promise<Result> => deps.database.tenant(tenantOf(actor), async (tx) => work(await openBatch(tx, deps, actor)))
