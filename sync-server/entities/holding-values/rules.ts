import { limits } from '#schema/sync/protocol.ts'
import { queueJob } from '#server/jobs/queue.ts'
import type { ServerRules } from '#server/records/rows/entity-rules.ts'
import type { FollowSet } from '#server/records/rows/working-set.ts'
import { firstMovedDay, loadPayments, projectsWithRates, type Touched, touchedBy } from './changed-shares.ts'
import { ofProject } from './project-book.ts'
import { renewalOf, type Scope } from './renewed-rows.ts'

const renewalJob = 'shareRenewal'

export const holdingValueRules: ServerRules<'holdingValues'> = {
  async followChange(set) {
    const touched = touchedBy(set.staged())
    for (const projectId of await projectsWithRates(set))
      touched.set(projectId, { projectId, investors: new Set(), valuations: new Set(), isWhole: true })
    await set.loadChildren(ofProject.valuations, [...touched.keys()])
    const valued = [...touched.values()].filter(
      ({ projectId, valuations }) =>
        valuations.size > 0 || set.loadedChildren(ofProject.valuations, projectId).length > 0,
    )
    await loadPayments(set, valued)
    for (const each of valued) await renew(set, each)
  },
}

async function renew(set: FollowSet, touched: Touched): Promise<void> {
  const { projectId } = touched
  const { isWaiting, writes, ratios, marks, emptyRatios } = await renewalOf(set, projectId, await scopeOf(set, touched))
  const budget = limits.rowsWithShares - set.staged().length
  if (!isWaiting && writes.length + ratios.length <= budget) {
    for (const { apply } of [...writes, ...ratios]) apply()
    return
  }
  // A new ratio beside an old share would reveal the total paid in by all investors.
  for (const { apply } of [...emptyRatios, ...marks].slice(0, Math.max(budget, emptyRatios.length))) apply()
  await queueJob(set.tx, { kind: renewalJob, key: projectId, payload: { projectId }, runAt: new Date(set.at) })
}

async function scopeOf(set: FollowSet, touched: Touched): Promise<Scope> {
  const { investors, valuations, isWhole } = touched
  const from = isWhole ? '' : await firstMovedDay(set, touched)
  return { from, valuations, investors, isWhole }
}
