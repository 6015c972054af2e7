import { type Contribution, type ConvertOn, isShareStale, paidInTo, ratioOfHolding } from '#schema/nav-shares.ts'
import type { Row } from '#schema/registry.ts'
import { latestValuation } from '#schema/valuations.ts'

export interface ValuationSources {
  readonly holding: (Pick<Row<'investments'>, 'valueRatio'> & Contribution) | undefined
  /** The valuations of the holding's project. */
  readonly valuations: readonly Pick<Row<'valuations'>, 'id' | 'nav' | 'valuationDate'>[]
  readonly project: Pick<Row<'projects'>, 'currency'> | undefined
  /** Everything that is invested in the project, as far as the person sees it. */
  readonly invested: readonly Contribution[]
  readonly on: ConvertOn
  /** Staff have the NAV and all that is paid in; an investor receives only their ratio. */
  readonly seesNav: boolean
}

export function valuationOf({ holding, valuations, project, invested, on, seesNav }: ValuationSources) {
  const last = project && holding ? latestValuation(valuations) : null
  const latest = seesNav ? last : null
  const valueRatio = !seesNav
    ? (holding?.valueRatio ?? null)
    : latest &&
      ratioOfHolding(
        holding!,
        {
          nav: latest.nav,
          paidIn: paidInTo(invested, project!.currency, on),
          navCurrency: project!.currency,
          valuedOn: latest.valuationDate,
        },
        on,
      )
  const hasValuation = valueRatio !== null || valuations.length > 0
  const isForeign = project !== undefined && holding !== undefined && holding.currency !== project.currency
  return {
    valueRatio,
    hasValuation,
    lacksRate: hasValuation && valueRatio === null && isForeign,
    isStale:
      last !== null && isShareStale(holding!, { navCurrency: project!.currency, valuedOn: last.valuationDate }, on),
  }
}
