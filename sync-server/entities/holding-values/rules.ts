import { limits } from '#schema/sync/protocol.ts'
import { queueJob } from '#server/jobs/queue.ts'
import type { ServerRules } from '#server/records/rows/entity-rules.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'
import {
  firstChangedDay,
  loadPayments,
  projectsWithRates,
  type AffectedProject,
  affectedProjects,
} from './changed-shares.ts'
import { ofProject } from './project-book.ts'
import { prefetchShares } from './prefetch-shares.ts'
import { renewalOf, type Scope } from './renewed-rows.ts'

const renewalJob = 'shareRenewal'

export const holdingValueRules: ServerRules<'holdingValues'> = {
  prefetch: prefetchShares,

  async afterChange(set) {
    const affected = affectedProjects(set.staged())
    for (const projectId of await projectsWithRates(set))
      affected.set(projectId, { projectId, investors: new Set(), valuations: new Set(), isWhole: true })
    await set.loadChildren(ofProject.valuations, [...affected.keys()])
    const valued = [...affected.values()].filter(
      ({ projectId, valuations }) =>
        valuations.size > 0 || set.loadedChildren(ofProject.valuations, projectId).length > 0,
    )
    await loadPayments(set, valued)
    for (const each of valued) await renew(set, each)
  },
}

async function renew(set: DependentSet, affected: AffectedProject): Promise<void> {
  const { projectId } = affected
  const { isWaiting, writes, ratios, pendingFlags, emptyRatios } = await renewalOf(
    set,
    projectId,
    await scopeOf(set, affected),
  )
  const budget = limits.rowsWithShares - set.staged().length
  if (!isWaiting && writes.length + ratios.length <= budget) {
    for (const { apply } of [...writes, ...ratios]) apply()
    return
  }
  // A new ratio beside an old share would reveal the total paid in by all investors.
  for (const { apply } of [...emptyRatios, ...pendingFlags].slice(0, Math.max(budget, emptyRatios.length))) apply()
  await queueJob(set.tx, { kind: renewalJob, key: projectId, payload: { projectId }, runAt: new Date(set.at) })
}

async function scopeOf(set: DependentSet, affected: AffectedProject): Promise<Scope> {
  const { investors, valuations, isWhole } = affected
  const from = isWhole ? '' : await firstChangedDay(set, affected)
  return { from, valuations, investors, isWhole }
}
