// What was paid in and out on each of an investor's holdings, and how its project was valued, from this device's tables.
import { useMemo } from 'react'
import { converterFor } from '#schema/exchange.ts'
import { flowsOfHoldings, type OwnFlow } from '#schema/own-flows.ts'
import type { Row } from '#schema/registry.ts'
import { type ConvertOn, ratioOfHolding } from '#schema/nav-shares.ts'
import type { HoldingHistory, RatioOfDay } from '#schema/value-on.ts'
import { useTablesOfHoldings } from '#web/records/holdings/use-tables-of-holdings.ts'
import { useConvertersByDay } from '#web/records/use-exchange.ts'
import { useTable } from '#web/records/use-table.ts'
import { useToday } from '#web/ui/format/use-today.ts'

export interface Histories {
  /** By the holding's id. */
  readonly of: ReadonlyMap<string, HoldingHistory>
  /** Flows in a currency from which no rate leads to the holding's. */
  readonly notConverted: readonly OwnFlow[]
}

export function useHistories(holdings: readonly Row<'investments'>[]): Histories {
  const rates = useTable('exchangeRates')
  const today = useToday()
  const { version } = rates
  const { flows, valuations, projects } = useTablesOfHoldings(holdings)
  const on = useConvertersByDay()
  return useMemo(() => {
    // The table is always the same object; only its version tells that rates changed.
    void version
    const known = flowsOfHoldings(holdings, flows, converterFor(rates.scan(), today))
    return {
      notConverted: known.notConverted,
      of: new Map(
        holdings.map((holding) => [
          holding.id,
          {
            holding,
            ratioNow: holding.valueRatio ?? null,
            flows: known.flows.get(holding.id)!,
            valuations: ratiosOf(holding, valuations.get(holding.projectId) ?? [], projects.get(holding.projectId), on),
          },
        ]),
      ),
    }
  }, [holdings, flows, valuations, projects, on, rates, version, today])
}

/** The ratios of the project's valuations, for a holding in its own currency. */
const ratiosOf = (
  holding: Row<'investments'>,
  valuations: readonly Row<'valuations'>[],
  project: Row<'projects'> | undefined,
  on: ConvertOn,
): readonly RatioOfDay[] =>
  project === undefined || project.currency === holding.currency
    ? valuations
    : valuations.map(({ id, valuationDate: valuedOn, valueRatio }) => ({
        id,
        valuationDate: valuedOn,
        valueRatio:
          valueRatio &&
          ratioOfHolding(holding, { nav: valueRatio, paidIn: '1', navCurrency: project.currency, valuedOn }, on),
      }))
