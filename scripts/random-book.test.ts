import { expect, it } from 'vitest'
import { converterFor } from '#schema/money/exchange.ts'
import {
  type HoldingHistories,
  historiesFromNavs,
  historiesFromShares,
  navHistoriesInSteps,
} from '#schema/portfolio/holding-histories.ts'
import { holdingOnDays, isCounted, type ValuedHolding } from '#schema/portfolio/holding-value.ts'
import { round } from '#schema/money/money.ts'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { splitNav } from '#schema/portfolio/nav-split.ts'
import { flowsOfHoldings, type OwnFlow } from '#schema/portfolio/investor-flows.ts'
import { performanceOf } from '#schema/portfolio/performance.ts'
import type { Row } from '#schema/registry.ts'
import { statementOf } from '#schema/portfolio/statement.ts'
import { randomBook } from '#schema/test/random-book.ts'
import { type BookHolding, referenceFigures, referenceTotals } from '#schema/test/reference-book.ts'
import { runToEnd } from '#schema/kernel/steps.ts'
import { portalFigures } from '#web/records/holdings/portal-figures.ts'

const first = Number(process.env['SEED'] ?? 1)
const count = Number(process.env['RANDOM_BOOK_COUNT'] ?? 300)
const currency = 'USD'

const asHolding = ({ isExitedFromStart, ...holding }: BookHolding) =>
  ({ ...holding, exitedFromStart: isExitedFromStart }) as ValuedHolding

function setupBook(seed: number) {
  const book = randomBook(seed)
  const sources = {
    holdings: book.holdings.map(asHolding),
    flows: book.flows as readonly OwnFlow[],
    valuations: book.valuations,
    currencyOf: (id: string) => book.projects.find((each) => each.id === id)?.currency,
    growth: book.growth,
    on: dailyConvertersOf(book.rates),
  }
  return { book, sources, staff: historiesFromNavs(sources), today: book.days.at(-1)! }
}
type Setup = ReturnType<typeof setupBook>

function investorsHistories({ book, sources }: Setup, investorId: string): HoldingHistories {
  const known = flowsOfHoldings(sources.holdings, sources.flows, sources)
  const sharers = sources.holdings.map((holding) => ({
    holding,
    flows: known.flows.get(holding.id)!,
    calls: known.calls.get(holding.id)!,
  }))
  const valuationsByDay = book.valuations.toSorted((a, b) => (a.valuationDate + a.id < b.valuationDate + b.id ? -1 : 1))
  const own = book.holdings.filter((each) => each.investorId === investorId)
  const sharesOf = ({ id, projectId }: BookHolding) =>
    valuationsByDay.flatMap((nav) => {
      const ofProject = sharers.filter(({ holding }) => holding.projectId === projectId)
      const value = nav.projectId === projectId ? splitNav(nav, ofProject).get(id) : undefined
      return value === undefined
        ? []
        : [{ investmentId: id, valuationId: nav.id, valuationDate: nav.valuationDate, value }]
    })
  return historiesFromShares({
    ...sources,
    holdings: own.map((each) => {
      const last = valuationsByDay.findLast(({ projectId }) => projectId === each.projectId)
      const share = sharesOf(each).findLast(({ valuationId }) => valuationId === last?.id)
      return {
        ...asHolding(each),
        value: last ? (share?.value ?? '0.00') : null,
        valueDate: last?.valuationDate ?? null,
        projectCurrency: sources.currencyOf(each.projectId) as Row<'projects'>['currency'],
      }
    }),
    flows: sources.flows.filter((each) => each.investorId === investorId),
    valuations: [],
    currencyOf: () => undefined,
    holdingValues: own.flatMap(sharesOf),
  })
}

function compareHoldings(
  { book }: Setup,
  holdings: readonly BookHolding[],
  { byHolding }: HoldingHistories,
  reader: string,
) {
  for (const holding of holdings)
    for (const figures of holdingOnDays(byHolding.get(holding.id)!, book.days)) {
      const { rule, value, gain, paidIn, received, day } = figures
      const isKnown = isCounted(figures)
      expect(
        {
          rule,
          value: rule === 'UNPAID' ? '0.00' : value,
          gain,
          paidIn: isKnown ? paidIn : null,
          received: isKnown ? received : null,
        },
        `${reader}, holding ${holding.id} on ${day}`,
      ).toEqual(referenceFigures(book, holding, day))
    }
}

function compareTotals({ book, staff, today }: Setup, holdings: readonly BookHolding[]) {
  const convert = converterFor(book.rates, today)
  const figures = portalFigures(holdings.map(asHolding), {
    histories: staff.byHolding,
    day: today,
    nameOf: ({ id }) => id,
    exchange: { currency, convert },
  })
  const { value, gain, rate, unfunded, unknown } = referenceTotals(book, holdings, today, currency)
  expect({
    value: figures.value,
    gain: figures.gain,
    rate: figures.rate && round(figures.rate, 6),
    unfunded: figures.unfunded,
    unknown: figures.withoutPayment,
  }).toEqual({ value, gain, rate, unfunded, unknown })
}

function compareChart({ book, sources, today }: Setup) {
  const days = [...book.days]
  const { points } = runToEnd(
    performanceOf(days, {
      histories: navHistoriesInSteps(sources),
      flows: [],
      exchange: { currency, convert: converterFor(book.rates, today) },
      nameOf: ({ projectId }) => projectId,
    }),
  )
  for (const { day, value, invested } of points) {
    const expected = referenceTotals(book, book.holdings, day, currency, today)
    expect({ value, invested }, `the chart on ${day}`).toEqual({ value: expected.value, invested: expected.paidIn })
  }
}

function compareStatement({ book, staff, today }: Setup) {
  const [before] = book.days
  const from = new Date(Date.parse(before!) + 86_400_000).toISOString().slice(0, 10)
  if (from > today) return
  const exchange = { currency, convert: converterFor(book.rates, today) }
  for (const { id, opening, closing } of statementOf([...staff.byHolding.values()], { from, to: today }, exchange)
    .lines) {
    const holding = book.holdings.find((each) => each.id === id)!
    const [opened, closed] = [before!, today].map((day) => referenceFigures(book, holding, day).value)
    expect({ opening, closing }, `the statement's line of ${id}`).toEqual({ opening: opened, closing: closed })
  }
}

it('every screen shows the figures of the second implementation', () => {
  let compared = 0
  for (let seed = first; seed < first + count; seed++) {
    const setup = setupBook(seed)
    const { book } = setup
    compareHoldings(setup, book.holdings, setup.staff, `seed ${seed}, staff`)
    for (const investorId of new Set(book.holdings.map((each) => each.investorId))) {
      const own = book.holdings.filter((each) => each.investorId === investorId)
      compareHoldings(setup, own, investorsHistories(setup, investorId), `seed ${seed}, investor`)
      compareTotals(setup, own)
    }
    compareChart(setup)
    compareStatement(setup)
    compared += book.holdings.length
  }
  expect(compared).toBeGreaterThan(count)
})
