import { type InvestmentStatus, statusClass } from '#schema/kernel/enumerations.ts'
import { type Exchange, isConversion } from '#schema/money/exchange.ts'
import { type HoldingOnDay, type HoldingRule, isCounted } from '#schema/portfolio/holding-value.ts'
import { isZero } from '#schema/money/money.ts'
import type { ValueChange } from '#schema/portfolio/value-change.ts'
import { unpaidAmount } from '#schema/portfolio/investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import type { FigureLink, FigureRow, FigureRows } from '#web/records/figures/figure-panel.tsx'
import { ValueRules } from '#web/records/holdings/holding-value.tsx'
import type { PortalFigures } from '#web/records/holdings/portal-figures.ts'
import { Incomplete } from '#web/records/figures/incomplete.tsx'
import { StatusBadge } from '#web/records/columns/status-badge.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'

export interface FigureSources {
  readonly holdings: readonly Row<'investments'>[]
  readonly figures: PortalFigures
  readonly exchange: Exchange
  readonly nameOf: (holding: { readonly projectId: string }) => string
}

type Labels = Readonly<Record<'committed' | 'active' | 'exited' | 'value' | 'received' | 'paidIn', string>>

/** People without the list see the project's own page. */
const projectLink = ({ projectId }: Row<'investments'>): FigureLink => ({
  to: '/projects',
  search: { dialog: 'details', record: projectId },
})

function rowsBy(
  { holdings, figures, exchange, nameOf }: FigureSources,
  amountOf: (valued: HoldingOnDay, holding: Row<'investments'>) => string | null,
  aboutOf: (valued: HoldingOnDay, holding: Row<'investments'>) => FigureRow['about'],
): FigureRow[] {
  return holdings.flatMap((holding) => {
    const valued = figures.values.get(holding.id)
    const amount = valued ? amountOf(valued, holding) : null
    const inTotal = amount === null ? null : exchange.convert(amount, holding.currency, figures.currency)
    if (!valued || amount === null || !inTotal) return []
    const isAbout = isConversion(amount, holding.currency, figures.currency)
    const value = <Money as="exact" amount={inTotal.amount} currency={figures.currency} isAbout={isAbout} />
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

const moneyOf =
  ({ currency, leftOut }: PortalFigures) =>
  (amount: string) => <Money as="exact" amount={amount} currency={currency} isAbout={leftOut.isConverted} />

export function* investedRows(sources: FigureSources, labels: Labels): Generator<undefined, FigureRows> {
  const { invested, committed, active, exited, leftOut } = sources.figures
  const money = moneyOf(sources.figures)
  yield
  return {
    rows: rowsBy(
      sources,
      (_, { amount }) => amount,
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: money(invested),
    parts: [
      { name: labels.committed, value: money(committed) },
      { name: labels.active, value: money(active) },
      { name: labels.exited, value: money(exited) },
    ],
    note: <Incomplete {...leftOut} />,
  }
}

export type InvestedPart = ReturnType<typeof statusClass<InvestmentStatus>>

export function* partRows(
  sources: FigureSources,
  part: InvestedPart,
  amount: string,
): Generator<undefined, FigureRows> {
  const { leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      { ...sources, holdings: sources.holdings.filter(({ status }) => statusClass(status) === part) },
      (_, holding) => holding.amount,
      () => undefined,
    ),
    sum: moneyOf(sources.figures)(amount),
    note: <Incomplete {...leftOut} />,
  }
}

export function* valueRows(sources: FigureSources): Generator<undefined, FigureRows> {
  const { value, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      sources,
      (valued) => valued.value,
      (valued) => <ValueRules valued={valued} />,
    ),
    sum: moneyOf(sources.figures)(value),
    note: <Incomplete {...leftOut} />,
  }
}

export function* ruleRows(sources: FigureSources, rule: HoldingRule): Generator<undefined, FigureRows> {
  const { values, byRule, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      { ...sources, holdings: sources.holdings.filter(({ id }) => values.get(id)?.rule === rule) },
      (valued) => valued.value,
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: moneyOf(sources.figures)(byRule.get(rule) ?? '0.00'),
    note: <Incomplete {...leftOut} />,
  }
}

export type ReturningPart = keyof PortalFigures['returnParts']

export function* returningRows(sources: FigureSources, part: ReturningPart): Generator<undefined, FigureRows> {
  const { returnParts, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      sources,
      (valued) => {
        const amount = valued.gain === null ? null : valued[part]
        return amount === null || isZero(amount) ? null : amount
      },
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: moneyOf(sources.figures)(returnParts[part]),
    note: <Incomplete {...leftOut} />,
  }
}

export function* returnRows(sources: FigureSources, labels: Labels): Generator<undefined, FigureRows> {
  const { returnParts, gain, leftOut } = sources.figures
  const money = moneyOf(sources.figures)
  yield
  return {
    rows: rowsBy(
      sources,
      (valued) => valued.gain,
      (valued) => <ValueRules valued={valued} />,
    ),
    sum: money(gain),
    parts: [
      { name: labels.value, value: money(returnParts.value) },
      { name: labels.received, value: money(returnParts.received) },
      { name: labels.paidIn, value: money(returnParts.paidIn) },
    ],
    note: <Incomplete {...leftOut} />,
  }
}

type ChangeLabels = Readonly<Record<'opening' | 'paidIn' | 'paidOut' | 'closing', string>>

export function* changeRows(
  { holdings, figures, exchange, nameOf }: FigureSources,
  { lines, total }: ValueChange,
  labels: ChangeLabels,
): Generator<undefined, FigureRows> {
  yield
  const moneyIn = moneyOf(figures)
  const changes = new Map(lines.map(({ id, change }) => [id, change]))
  return {
    rows: holdings.flatMap((holding) => {
      const change = changes.get(holding.id)
      const inTotal = change && exchange.convert(change, holding.currency, total.currency)
      if (!inTotal) return []
      const isAbout = isConversion(change, holding.currency, total.currency)
      return [
        {
          id: holding.id,
          name: <Name>{nameOf(holding)}</Name>,
          about: <ValueRules valued={figures.values.get(holding.id)} />,
          value: <Money as="signed" amount={inTotal.amount} currency={total.currency} isAbout={isAbout} />,
          link: projectLink(holding),
        },
      ]
    }),
    sum: <Money as="signed" amount={total.change} currency={total.currency} isAbout={figures.leftOut.isConverted} />,
    parts: [
      { name: labels.opening, value: moneyIn(total.opening) },
      { name: labels.paidIn, value: moneyIn(total.paidIn) },
      { name: labels.paidOut, value: moneyIn(total.paidOut) },
      { name: labels.closing, value: moneyIn(total.closing) },
    ],
  }
}

export function* unfundedRows(sources: FigureSources): Generator<undefined, FigureRows> {
  const { unfunded, leftOut } = sources.figures
  yield
  return {
    rows: rowsBy(
      sources,
      (valued, holding) => {
        const open = isCounted(valued) ? unpaidAmount(holding, valued.paidIn) : '0'
        return isZero(open) ? null : open
      },
      (_, { status }) => <StatusBadge entity="investments" status={status} />,
    ),
    sum: moneyOf(sources.figures)(unfunded),
    note: <Incomplete {...leftOut} />,
  }
}

export function* countedRows(sources: FigureSources, only?: InvestedPart): Generator<undefined, FigureRows> {
  yield
  const counted = sources.holdings.filter(({ status }) => !only || statusClass(status) === only)
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
