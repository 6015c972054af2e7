import type { Row } from '#schema/registry.ts'
import { latestValuation, valueRatioOf } from '#schema/valuations.ts'

export interface ValuationSources {
  readonly holding: Pick<Row<'investments'>, 'valueRatio'> | undefined
  /** The valuations of the holding's project. */
  readonly valuations: readonly Pick<Row<'valuations'>, 'id' | 'nav' | 'valuationDate'>[]
  readonly project: Pick<Row<'projects'>, 'actualTotalInvested'> | undefined
  /** Staff have the NAV and the total; an investor receives only their ratio. */
  readonly seesNav: boolean
}

export function valuationOf({ holding, valuations, project, seesNav }: ValuationSources) {
  const latest = seesNav ? latestValuation(valuations) : null
  const valueRatio = seesNav
    ? latest && valueRatioOf(latest.nav, project?.actualTotalInvested)
    : (holding?.valueRatio ?? null)
  return { valueRatio, hasValuation: valueRatio !== null || valuations.length > 0 }
}
