import { isPaidIn } from '#schema/investments.ts'
import { sum } from '#schema/money.ts'
import { registry } from '#schema/registry.ts'
import { latestValuation, valueRatioOf } from '#schema/valuations.ts'
import type { ServerRules, Stored } from '../records/noun-rules.ts'
import type { FollowSet } from '../records/working-set.ts'

const valuationsOf = { entity: 'valuations', field: 'projectId' } as const
const investmentsOf = { entity: 'investments', field: 'projectId' } as const

export const valuationRules: ServerRules<'valuations'> = {
  complete: (set, row) => ({
    ...row,
    shown: set.peek('projects', row.projectId)?.['isVisibleToInvestors'] === true,
  }),

  completeBy: { projectId: ['isVisibleToInvestors'] },

  async followChange(set) {
    for (const projectId of projectsToValue(set)) await renewRatios(set, projectId)
  },
}

/** The projects whose value ratios may have changed with the staged rows. */
function projectsToValue(set: FollowSet): Set<string> {
  const projects = new Set<string>()
  for (const { of, before, after } of set.staged()) {
    if (of === registry.investments || of === registry.valuations) projects.add(after['projectId'] as string)
    const differs = (column: string) => before !== null && before[column] !== after[column]
    if (of === registry.projects && (differs('actualTotalInvested') || differs('currency'))) projects.add(after.id)
  }
  return projects
}

/**
 * Sets the ratios: on each live investment the latest NAV / amount paid in to the project, on each valuation its own
 * NAV / amount paid in by its day.
 */
async function renewRatios(set: FollowSet, projectId: string): Promise<void> {
  const valuations = (await set.children(valuationsOf, projectId)) as Stored<'valuations'>[]
  const isValued =
    valuations.length > 0 ||
    set.staged().some(({ of, after }) => of === registry.valuations && after['projectId'] === projectId)
  if (!isValued) return
  const project = (await set.get('projects', projectId)) as Stored<'projects'> | null
  const investments = (await set.children(investmentsOf, projectId)) as Stored<'investments'>[]
  const latest = latestValuation(valuations)
  const valueRatio = latest && valueRatioOf(latest.nav, project?.actualTotalInvested)
  for (const row of investments) if (row.valueRatio !== valueRatio) set.keepOn('investments', row, { valueRatio })
  const paidIn = investments.filter(({ currency, status }) => currency === project?.currency && isPaidIn(status))
  for (const row of valuations) {
    const earlier = paidIn.filter(({ investmentDate }) => investmentDate <= row.valuationDate)
    const ownRatio = valueRatioOf(row.nav, sum(earlier.map(({ amount }) => amount)))
    if (row.valueRatio !== ownRatio) set.keepOn('valuations', row, { valueRatio: ownRatio })
  }
}
