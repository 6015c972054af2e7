// Judges the changes of a request one after the other; each sees what the ones before it wrote.
import type { Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import type { OpenBatch } from './open-batch.ts'
import { judgeChange, malformedVerdict, rejectedVerdict } from './judge-change.ts'
import type { SubmittedChange, Submitted } from './outcome.ts'
import { markNewer } from './newer-names.ts'
import { prefetch } from './prefetch.ts'
import { isBack, openRecovery } from './recovery.ts'
import { rememberedVerdicts } from './remembered.ts'
import { asksForToday, todayOf } from './today.ts'
import { createWriters } from './writers.ts'

/** Builds changes from the rows that it reads under the tenant's lock. */
export type Compose = (tx: TenantTx) => Promise<readonly Submitted[]>

/** Puts its decisions into the batch's results. */
export async function judgeBatch(batch: OpenBatch, viewer: Viewer, compose: Compose): Promise<void> {
  const { tx } = batch
  const now = new Date(batch.at)
  const submitted = markNewer(batch.otherNames, await compose(tx), batch.waiting)
  if (!submitted.length) return
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
  const back = submitted.filter((each): each is SubmittedChange => 'ops' in each && isBack(each))
  const recovery = await openRecovery(batch, viewer, back, (id) => remembered.has(id), now)
  const writers = createWriters(tx, batch.trail.entries)
  await writers.load(back.flatMap(({ was, ops }) => (was && !recovery.isInChain(was) ? ops.map(({ id }) => id) : [])))
  const judge = (each: Submitted): Verdict | Promise<Verdict> => {
    if (!('ops' in each)) return malformedVerdict(each, refused)
    if (each.isNewer) {
      for (const { id } of each.ops) batch.waiting.add(id)
      return { id: each.id, verdict: 'later', number: null, mark: null, code: 'NEWER' }
    }
    if (each.superseded) return rejectedVerdict(each.id, { code: 'SUPERSEDED' })
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
          : rejectedVerdict(each.id, { code: 'DUPLICATE' }),
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
}
