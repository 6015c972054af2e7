import { convertersOf, paidInTo, ratioOfHolding } from '#schema/nav-shares.ts'
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
    const projects = projectsToValue(set)
    for (const id of await projectsToConvert(set)) projects.add(id)
    await renewRatios(set, [...projects])
  },
}

/** Sets the ratios of the holdings and valuations of these projects. */
export async function renewRatios(set: FollowSet, projectIds: readonly string[]): Promise<void> {
  for (const link of [valuationsOf, investmentsOf]) await set.loadChildren(link, projectIds)
  for (const projectId of projectIds) await renewRatiosOf(set, projectId)
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

/** The projects whose ratios may have changed with a rate: it counts for what is dated on its day or later. */
async function projectsToConvert(set: FollowSet): Promise<readonly string[]> {
  const days = set
    .staged()
    .filter(({ of }) => of === registry.exchangeRates)
    .flatMap(({ before, after }) => [before, after].flatMap((row) => (row ? [row['date'] as string] : [])))
    .sort()
  const [first] = days
  if (first === undefined) return []
  const dated = [
    ...(await set.datedSince({ entity: 'investments', field: 'investmentDate' }, first)),
    ...(await set.datedSince({ entity: 'valuations', field: 'valuationDate' }, first)),
  ]
  const ids = [...new Set(dated.map((row) => row['projectId'] as string))]
  await set.load(registry.projects, ids)
  await set.loadChildren(investmentsOf, ids)
  const foreign = ids.filter((id) => {
    const currency = set.peek('projects', id)?.['currency']
    return set.loadedChildren(investmentsOf, id).some((row) => row['currency'] !== currency)
  })
  await set.loadChildren(valuationsOf, foreign)
  return foreign
}

/**
 * Sets the ratios: on each live investment its share of the latest NAV / its amount, on each valuation its own NAV /
 * amount paid in by its day.
 */
async function renewRatiosOf(set: FollowSet, projectId: string): Promise<void> {
  const valuations = (await set.children(valuationsOf, projectId)) as Stored<'valuations'>[]
  const isValued =
    valuations.length > 0 ||
    set.staged().some(({ of, after }) => of === registry.valuations && after['projectId'] === projectId)
  if (!isValued) return
  const project = (await set.get('projects', projectId)) as Stored<'projects'> | null
  const investments = (await set.children(investmentsOf, projectId)) as Stored<'investments'>[]
  const navCurrency = project?.currency ?? 'USD'
  const isConverted = investments.some(({ currency }) => currency !== navCurrency)
  const on = convertersOf(isConverted ? ((await set.all('exchangeRates')) as Stored<'exchangeRates'>[]) : [])
  const latest = latestValuation(valuations)
  const paidIn = paidInTo(investments, navCurrency, on)
  for (const row of investments) {
    const share = latest && { nav: latest.nav, paidIn, navCurrency, valuedOn: latest.valuationDate }
    const valueRatio = share && ratioOfHolding(row, share, on)
    if (row.valueRatio !== valueRatio) set.keepOn('investments', row, { valueRatio })
  }
  for (const row of valuations) {
    const ownRatio = valueRatioOf(row.nav, paidInTo(investments, navCurrency, on, row.valuationDate))
    if (row.valueRatio !== ownRatio) set.keepOn('valuations', row, { valueRatio: ownRatio })
  }
}
