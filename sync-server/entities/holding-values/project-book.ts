import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { type Sharer } from '#schema/portfolio/nav-split.ts'
import { flowsOfHoldings } from '#schema/portfolio/investor-flows.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'

export const ofProject = {
  valuations: { entity: 'valuations', field: 'projectId' },
  investments: { entity: 'investments', field: 'projectId' },
  cashFlows: { entity: 'cashFlows', field: 'projectId' },
} as const

export interface PaymentRows {
  readonly holdings: readonly Stored<'investments'>[]
  readonly flows: readonly Stored<'cashFlows'>[]
}

export async function sharersOf(
  set: DependentSet,
  projectId: string,
  { holdings, flows }: PaymentRows,
): Promise<ReadonlyMap<string, Sharer>> {
  const navCurrency = await currencyOf(set, projectId)
  const isForeign = [...holdings, ...flows].some(({ currency }) => currency !== navCurrency)
  const rates = isForeign ? ((await set.all('exchangeRates')) as Stored<'exchangeRates'>[]) : []
  const known = flowsOfHoldings(holdings, flows, { on: dailyConvertersOf(rates), currencyOf: () => navCurrency })
  return new Map(
    holdings.map((holding) => [
      holding.id,
      { holding, flows: known.flows.get(holding.id)!, calls: known.calls.get(holding.id)! },
    ]),
  )
}

export async function currencyOf(set: DependentSet, projectId: string): Promise<string> {
  const project = (await set.get('projects', projectId)) as Stored<'projects'> | null
  // A deleted project takes its payments along in the same transaction.
  return project?.currency ?? ''
}

export async function paymentRowsOf(set: DependentSet, projectId: string): Promise<PaymentRows> {
  return {
    holdings: (await set.children(ofProject.investments, projectId)) as Stored<'investments'>[],
    flows: (await set.children(ofProject.cashFlows, projectId)) as Stored<'cashFlows'>[],
  }
}
