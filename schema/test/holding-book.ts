import { historiesFromNavs, historiesFromShares } from '#schema/portfolio/holding-histories.ts'
import { type HoldingHistory, holdingOnDay, type ValuedHolding } from '#schema/portfolio/holding-value.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { type Nav, splitNav } from '#schema/portfolio/nav-split.ts'
import { flowsOfHoldings, type OwnFlow } from '#schema/portfolio/investor-flows.ts'
import type { Rate } from '#schema/money/exchange.ts'

export const holding = (id: string, given: Partial<ValuedHolding> = {}): ValuedHolding => ({
  id,
  projectId: 'quay',
  investorId: id,
  amount: '100000.00',
  currency: 'USD',
  status: 'FUNDED',
  investmentDate: '2025-01-01',
  exitedOn: null,
  exitedFromStart: false,
  nothingMoreDue: false,
  ...given,
})

export const paid = (
  investmentId: string,
  type: OwnFlow['type'],
  date: string,
  amount: string,
  given: Partial<OwnFlow> = {},
): OwnFlow => ({
  projectId: 'quay',
  investorId: investmentId,
  investmentId,
  amount,
  currency: 'USD',
  type,
  date,
  moreDue: false,
  ...given,
})

export const nav = (valuationDate: string, amount: string, id = valuationDate): Nav => ({
  id,
  projectId: 'quay',
  nav: amount,
  valuationDate,
})

export interface Book {
  readonly holdings: readonly ValuedHolding[]
  readonly flows?: readonly OwnFlow[]
  readonly valuations?: readonly Nav[]
  readonly growth?: string | null
  readonly currency?: string
  readonly rates?: readonly Rate[]
}

const sourcesOf = ({
  holdings,
  flows = [],
  valuations = [],
  growth = '25.00',
  currency = 'USD',
  rates = [],
}: Book) => ({
  holdings,
  flows,
  valuations,
  growth,
  currencyOf: () => currency,
  on: dailyConvertersOf(rates),
})

export const staffHistories = (book: Book): ReadonlyMap<string, HoldingHistory> =>
  historiesFromNavs(sourcesOf(book)).byHolding

/** As the device of the holding's investor has them, in a project that its investors may not see. */
export function investorHistory(book: Book, id: string): HoldingHistory {
  const { currencyOf, ...sources } = sourcesOf(book)
  const { flows, calls } = flowsOfHoldings(book.holdings, sources.flows, { on: sources.on, currencyOf })
  const sharers = book.holdings.map((each) => ({
    holding: each,
    flows: flows.get(each.id)!,
    calls: calls.get(each.id)!,
  }))
  const shares = sources.valuations.flatMap((each) => {
    const value = splitNav(each, sharers).get(id)
    const { id: valuationId, valuationDate } = each
    return value === undefined ? [] : [{ investmentId: id, valuationId, valuationDate, value }]
  })
  const lastValuation = sources.valuations.at(-1)
  const own = book.holdings.find((each) => each.id === id)!
  const storedShares = lastValuation
    ? { value: shares.at(-1)?.value ?? '0.00', valueDate: lastValuation.valuationDate }
    : {}
  return historiesFromShares({
    ...sources,
    holdings: [{ ...own, ...storedShares, projectCurrency: currencyOf() as 'USD' }],
    valuations: [],
    currencyOf: () => undefined,
    holdingValues: shares,
  }).byHolding.get(id)!
}

export const onDay = (book: Book, id: string, day: string) => holdingOnDay(staffHistories(book).get(id)!, day)
