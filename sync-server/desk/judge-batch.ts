// Judges the changes of a request one after the other, each seeing what the ones before it wrote.
import type { Known, Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { type Batch, type BatchDeps, openBatch } from './batch.ts'
import { withMarks } from './chain.ts'
import { judgeChange, malformed, rejection } from './judge-change.ts'
import type { DeskChange } from './outcome.ts'
import { prefetch } from './prefetch.ts'
import { isBack, noticeHistory, openRecovery } from './recovery.ts'
import type { Refusals } from './refusals.ts'
import { rememberedVerdicts } from './remembered.ts'
import { asksForToday, todayOf } from './today.ts'
import type { Submitted } from './outcome.ts'
import { createWriters } from './writers.ts'

interface Given {
  /** What changes of the same request were refused, and the rows of those that wait, where they were judged before. */
  readonly earlier?: Refusals | undefined
  readonly waiting?: Iterable<string> | undefined
  readonly known?: Known | undefined
}

/** `compose` says what is to be judged, from what is there under the tenant's lock. */
export async function judgeBatch(
  tx: TenantTx,
  deps: BatchDeps,
  viewer: Viewer,
  compose: (tx: TenantTx) => Promise<readonly Submitted[]>,
  { earlier, waiting = [], known }: Given = {},
): Promise<Batch> {
  const batch = await openBatch(tx, deps, earlier, known)
  const now = new Date(batch.at)
  if (batch.isForked) {
    await noticeHistory(tx, viewer, [known!], now)
    return batch
  }
  for (const id of waiting) batch.waiting.add(id)
  const submitted = await compose(tx)
  if (!submitted.length) return batch
  if (asksForToday(submitted)) batch.today = await todayOf(tx, viewer, now)
  const { refused } = batch
  const remembered = await rememberedVerdicts(
    tx,
    submitted.map(({ id }) => id),
  )
  await prefetch(
    batch,
    submitted.filter((each) => !remembered.has(each.id)),
  )
  const back = submitted.filter((each): each is DeskChange => 'ops' in each && isBack(each))
  const recovery = await openRecovery(tx, viewer, batch.markKey, back, (id) => remembered.has(id), now)
  const writers = createWriters(tx, batch.audit)
  await writers.load(back.flatMap(({ was, ops }) => (was && !recovery.isInChain(was) ? ops.map(({ id }) => id) : [])))
  const judge = (each: Submitted): Verdict | Promise<Verdict> => {
    if (!('ops' in each)) return malformed(each, refused)
    if (each.superseded) return rejection(each.id, { code: 'SUPERSEDED' })
    return judgeChange(batch, viewer, each, recovery, writers)
  }
  for (const each of submitted) {
    if ('ops' in each && recovery.isInChain(each.was)) {
      const { number, mark } = each.was!
      batch.results.push({ id: each.id, verdict: 'applied', number, mark })
      continue
    }
    const before = remembered.get(each.id)
    if (before) {
      batch.results.push(
        before.hash === each.hash && before.userId === viewer.userId
          ? before.result
          : rejection(each.id, { code: 'DUPLICATE' }),
      )
      continue
    }
    const result = await judge(each)
    batch.results.push(result)
    if (result.verdict === 'later') continue
    const decision = { id: each.id, userId: viewer.userId, hash: each.hash, result }
    remembered.set(each.id, decision)
    batch.remember.push(decision)
  }
  return withMarks(tx, batch)
}
