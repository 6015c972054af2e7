// All operations or nothing, judged like a device's change.
import type { Verdict } from '#schema/sync/protocol.ts'
import type { CustomVerbOf, TenantEntityName } from '#schema/registry.ts'
import type { Act } from '#schema/verbs.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { newId } from '#server/db/new-id.ts'
import { type Actor, originOf } from '#server/records/actor.ts'
import { type Batch, batchOver } from './batch.ts'
import type { Context } from '#server/records/judge/context.ts'
import { codeOfDatabaseError } from './database-error.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { OpenBatch } from './open-batch.ts'
import type { SubmittedOperation } from '#server/records/judge/outcome.ts'
import { requireAct, auditedActOf, writesOf } from './entity-verbs.ts'
import { type Remembered, rememberedVerdicts } from './earlier-verdicts.ts'
import { todayOf } from './today.ts'
import { CodedError } from '#server/records/coded-error.ts'
import { keepChange, writeBatch } from './write-batch.ts'

export type AuditedVerb = {
  [Name in TenantEntityName]: { readonly entity: Name; readonly verb: CustomVerbOf<Name>; readonly id: string }
}[TenantEntityName]

export interface TransactOptions {
  /** Replaces the operations' permissions and names in the audit trail. */
  readonly act?: AuditedVerb | Pick<Act, 'entity' | 'verb' | 'id'>
  /** The same request gets the same response. */
  readonly key?: string | undefined
  /** With a known key, other input is a duplicate. */
  readonly given?: unknown
  /** Another activity covers the operations. */
  readonly withoutActivities?: boolean
}

/** Throws CodedError, writing nothing. A retry may call `work` again. */
export async function transact<Result>(
  deps: WriteDeps,
  actor: Actor,
  work: (batch: Batch) => Promise<Result>,
  { act, key, given, withoutActivities = false }: TransactOptions = {},
): Promise<Result> {
  const hash = hashOf([act ?? null, given ?? null])
  try {
    return await writeBatch(deps, actor, async (batch) => {
      const before = key && (await rememberedFor(batch.tx, actor, key, hash))
      if (before) return before.result.answer as Result
      const change = { id: key ?? newId(), hash }
      const done: SubmittedOperation[] = []
      const context = await contextOf(batch, change.id, act)
      if (act) await requireAct(context, batch.otherNames, act)
      const returned = await work(batchOver({ ...batch, context, done }))
      const audited = {
        ...(act ? auditedActOf(act, done) : { operations: done }),
        ...(withoutActivities && { activityOperations: [] }),
      }
      const number = await keepChange(batch, { ...change, ...audited })
      await remember(batch, { ...change, hasKey: key !== undefined }, number, returned)
      return returned
    })
  } catch (error) {
    const { code } = codeOfDatabaseError(error) ?? {}
    throw code ? new CodedError(code) : error
  }
}

async function rememberedFor(tx: TenantTx, actor: Actor, key: string, hash: string): Promise<Remembered | undefined> {
  const before = (await rememberedVerdicts(tx, [key])).get(key)
  if (before && (before.hash !== hash || before.userId !== viewerOf(actor)?.userId)) throw new CodedError('DUPLICATE')
  return before
}

const viewerOf = (actor: Actor) => ('viewer' in actor ? actor.viewer : null)

async function contextOf(batch: OpenBatch, changeId: string, act: TransactOptions['act']): Promise<Context> {
  const { set, rules, tenantUsers, actor, tx, at } = batch
  const viewer = viewerOf(actor)
  if (viewer) batch.today = await todayOf(tx, rules, viewer, new Date(at))
  return {
    set,
    rules,
    tenantUsers,
    viewer,
    author: viewer,
    from: originOf(actor),
    writes: act && writesOf(act),
    now: at,
    today: batch.today,
    changeId,
    unknownFields: 'byServer',
    isRefusedCreate: () => false,
    replay: undefined,
    isResultAccepted: false,
  }
}

/** Stores the response under its key. The verdict also moves an investor's feed past their own change. */
async function remember(
  batch: OpenBatch,
  { id, hash, hasKey }: { readonly id: string; readonly hash: string; readonly hasKey: boolean },
  number: number | null,
  returned: unknown,
): Promise<void> {
  const viewer = viewerOf(batch.actor)
  if (!viewer) return
  const result: Verdict = { id, verdict: 'applied', number }
  batch.results.push(result)
  if (hasKey) batch.remember.push({ id, userId: viewer.userId, hash, result: { ...result, answer: returned } })
}
