// The holdings behind the figures of My Portfolio, each in the currency of the figure.
import { type InvestmentStatus, statusClass } from '#schema/enumerations.ts'
import type { Exchange } from '#schema/exchange.ts'
import type { ValuedHolding, ValueRule as Rule } from '#schema/holdings.ts'
import { add, isZero, subtract } from '#schema/money.ts'
import type { Row } from '#schema/registry.ts'
import type { FigureLink, FigureRow, FigureRows } from '#web/records/figure-panel.tsx'
import { ValueRule } from '#web/records/holdings/holding-value.tsx'
import type { PortalFigures } from '#web/records/holdings/portal-figures.ts'
import { Incomplete } from '#web/records/incomplete.tsx'
import { StatusBadge } from '#web/records/status-badge.tsx'
import { Money } from '#web/ui/format/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/number-format.ts'

export interface FigureSources {
  readonly holdings: readonly Row<'investments'>[]
  readonly figures: PortalFigures
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly projectId: string }) => string
}

type Words = Readonly<Record<'committed' | 'active' | 'exited' | 'value' | 'received' | 'invested', string>>

/** Whoever does not have the list of projects is led to the project's own page. */
const projectLink = ({ projectId }: Row<'investments'>): FigureLink => ({
  to: '/projects',
  search: { dialog: 'details', record: projectId },
})

/** One row for each holding whose amount could be converted. */
function rowsBy(
  { holdings, figures, exchange, nameOf }: FigureSources,
  amountOf: (valued: ValuedHolding, holding: Row<'investments'>) => string,
  aboutOf: (valued: ValuedHolding, holding: Row<'investments'>) => FigureRow['about'],
): FigureRow[] {
  return holdings.flatMap((holding) => {
    const valued = figures.values.get(holding.id)
    const inTotal = valued && exchange.convert(amountOf(valued, holding), holding.currency, figures.currency)
    if (!inTotal) return []
    const value = <Money as="exact" amount={inTotal.amount} currency={figures.currency} />
    return [
      {
        id: holding.id,
        name: <Name>{nameOf(holding)}</Name>,
        about: aboutOf(valued, holding),
        value,
        link: projectLink(holding),
      },
    ]
  })
}

const moneyIn = (currency: string) => (amount: string) => <Money as="exact" amount={amount} currency={currency} />

export function* investedRows(sources: FigureSources, words: Words): Generator<undefined, FigureRows> {
  const { invested, committed, active, exited, currency, leftOut } = sources.figures
  const money = moneyIn(currency)
  yield
  return {
    rows: rowsBy(
      sources,
      (_, { amount }) => amount,
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: money(invested),
    parts: [
      { name: words.committed, value: money(committed) },
      { name: words.active, value: money(active) },
      { name: words.exited, value: money(exited) },
    ],
    note: <Incomplete {...leftOut} />,
  }
}

export type InvestedPart = ReturnType<typeof statusClass<InvestmentStatus>>

/** The holdings of one part of the total. */
export function* partRows(
  sources: FigureSources,
  part: InvestedPart,
  amount: string,
): Generator<undefined, FigureRows> {
  const { currency, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      { ...sources, holdings: sources.holdings.filter(({ status }) => statusClass(status) === part) },
      (_, holding) => holding.amount,
      () => undefined,
    ),
    sum: moneyIn(currency)(amount),
    note: <Incomplete {...leftOut} />,
  }
}

export function* valueRows(sources: FigureSources): Generator<undefined, FigureRows> {
  const { value, currency, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      sources,
      (valued) => valued.value,
      ({ rule }) => <ValueRule rule={rule} />,
    ),
    sum: moneyIn(currency)(value),
    note: <Incomplete {...leftOut} />,
  }
}

/** The holdings whose value is by one rule. */
export function* ruleRows(sources: FigureSources, rule: Rule): Generator<undefined, FigureRows> {
  const { values, byRule, currency, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      { ...sources, holdings: sources.holdings.filter(({ id }) => values.get(id)?.rule === rule) },
      (valued) => valued.value,
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: moneyIn(currency)(byRule.get(rule) ?? '0.00'),
    note: <Incomplete {...leftOut} />,
  }
}

const receivedOf = ({ value, gain }: ValuedHolding, { amount }: { readonly amount: string }): string =>
  subtract(add(gain, amount), value)

/** The holdings on which something was paid out. */
export function* receivedRows(sources: FigureSources): Generator<undefined, FigureRows> {
  const { values, received, currency, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      { ...sources, holdings: sources.holdings.filter((each) => !isZero(receivedOf(values.get(each.id)!, each))) },
      receivedOf,
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: moneyIn(currency)(received),
    note: <Incomplete {...leftOut} />,
  }
}

export function* returnRows(sources: FigureSources, words: Words): Generator<undefined, FigureRows> {
  const { value, received, gain, invested, currency, leftOut } = sources.figures
  const money = moneyIn(currency)
  yield
  return {
    rows: rowsBy(
      sources,
      (valued) => valued.gain,
      ({ rule }) => <ValueRule rule={rule} />,
    ),
    sum: money(gain),
    parts: [
      { name: words.value, value: money(value) },
      { name: words.received, value: money(received) },
      { name: words.invested, value: money(invested) },
    ],
    note: <Incomplete {...leftOut} />,
  }
}

/** The holdings of one status, counted. */
export function* countedRows(sources: FigureSources, of: InvestedPart): Generator<undefined, FigureRows> {
  yield
  const counted = sources.holdings.filter(({ status }) => statusClass(status) === of)
  return {
    rows: counted.map((holding) => ({
      id: holding.id,
      name: <Name>{sources.nameOf(holding)}</Name>,
      value: <Money as="exact" amount={holding.amount} currency={holding.currency} />,
      link: projectLink(holding),
    })),
    sum: count(counted.length),
  }
}
