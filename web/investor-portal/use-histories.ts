// What was paid in and out on each of an investor's holdings, and how its project was valued, from this device's tables.
import { useMemo } from 'react'
import { isPaidIn } from '#schema/investments.ts'
import { flowsOfHoldings, type OwnFlow } from '#schema/own-flows.ts'
import type { Row } from '#schema/registry.ts'
import { type ConvertOn, isShareStale, ratioOfHolding } from '#schema/nav-shares.ts'
import type { HoldingHistory, RatioOfDay } from '#schema/value-on.ts'
import { useTablesOfHoldings } from '#web/records/holdings/use-tables-of-holdings.ts'
import { useConvertersByDay } from '#web/records/use-exchange.ts'

export interface HoldingHistories {
  /** By the holding's id. */
  readonly of: ReadonlyMap<string, HoldingHistory>
  /** Flows in a currency from which no rate leads to the holding's. */
  readonly notConverted: readonly OwnFlow[]
  /** The holdings of which some valuation tells no share, because no rate leads from the project's currency to theirs. */
  readonly withoutRate: ReadonlySet<string>
  /** By the holding's id, the days of valuations whose share rests on a rate that was more than a week old. */
  readonly staleOn: ReadonlyMap<string, ReadonlySet<string>>
}

export function useHistories(holdings: readonly Row<'investments'>[]): HoldingHistories {
  const { flows, valuations, projects } = useTablesOfHoldings(holdings)
  const on = useConvertersByDay()
  return useMemo(() => {
    const known = flowsOfHoldings(holdings, flows, { on, currencyOf: (id) => projects.get(id)?.currency })
    const shares = holdings.map((holding) => ({
      holding,
      ...sharesOf(holding, valuations.get(holding.projectId) ?? [], projects.get(holding.projectId), on),
    }))
    return {
      notConverted: known.notConverted,
      withoutRate: new Set(shares.flatMap(({ holding, lacksRate }) => (lacksRate ? [holding.id] : []))),
      staleOn: new Map(shares.map(({ holding, staleOn }) => [holding.id, staleOn])),
      of: new Map(
        shares.map(({ holding, ratios }) => [
          holding.id,
          {
            holding,
            ratioNow: holding.valueRatio ?? null,
            flows: known.flows.get(holding.id)!,
            valuations: ratios,
          },
        ]),
      ),
    }
  }, [holdings, flows, valuations, projects, on])
}

interface Shares {
  readonly ratios: readonly RatioOfDay[]
  readonly lacksRate: boolean
  readonly staleOn: ReadonlySet<string>
}

/** The ratios of the project's valuations, for a holding in its own currency. */
function sharesOf(
  holding: Row<'investments'>,
  valuations: readonly Row<'valuations'>[],
  project: Row<'projects'> | undefined,
  on: ConvertOn,
): Shares {
  if (project === undefined || project.currency === holding.currency)
    return { ratios: valuations, lacksRate: false, staleOn: new Set() }
  const navCurrency = project.currency
  const ratios = valuations.map(({ id, valuationDate: valuedOn, valueRatio }) => ({
    id,
    valuationDate: valuedOn,
    valueRatio: valueRatio && ratioOfHolding(holding, { nav: valueRatio, paidIn: '1', navCurrency, valuedOn }, on),
  }))
  const days = valuations.map(({ valuationDate }) => valuationDate)
  return {
    ratios,
    lacksRate:
      isPaidIn(holding.status) &&
      ratios.some(({ valueRatio }, at) => valuations[at]!.valueRatio !== valueRatio && valueRatio === null),
    staleOn: new Set(days.filter((valuedOn) => isShareStale(holding, { navCurrency, valuedOn }, on))),
  }
}
