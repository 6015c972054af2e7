// A reload restores the screen from the address.
import { isCalendarDate } from '#schema/money/dates.ts'
import { type ValuePeriod, valuePeriods } from '#schema/portfolio/value-change.ts'
import { type FigureSearch, readFigureSearch } from '#web/records/figures/open-figure.ts'
import { addressText, present, type SetSearch } from '#web/ui/search/list-search.ts'
import { type StatementPeriod, statementPeriods } from './statement-periods.ts'

export interface PortalSearch extends FigureSearch {
  readonly investor?: string
  readonly holding?: string
  readonly period?: ValuePeriod
  /** `days`: custom dates. */
  readonly statement?: StatementPeriod | 'days'
  readonly from?: string
  readonly to?: string
}

export interface PortalSearchProps {
  readonly search: PortalSearch
  readonly setSearch: SetSearch<PortalSearch>
}

const periods = [...statementPeriods, 'days'] as const

const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && isCalendarDate(value) ? value : undefined

export const readPortalSearch = (input: Record<string, unknown>): PortalSearch => ({
  ...readFigureSearch(input),
  ...present<Required<Omit<PortalSearch, 'figure'>>>({
    investor: addressText(input['investor']),
    holding: addressText(input['holding']),
    period: valuePeriods.find((each) => each === input['period']),
    statement: periods.find((each) => each === input['statement']),
    from: dayIn(input['from']),
    to: dayIn(input['to']),
  }),
})
