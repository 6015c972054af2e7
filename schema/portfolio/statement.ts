// The change of value is the remainder, so that every line and sum adds up to the cent.
import { dayBefore } from '#schema/money/dates.ts'
import type { Exchange } from '#schema/money/exchange.ts'
import { type HoldingHistory, type HoldingOnDay, holdingOnDays, type HoldingRule, isCounted } from './holding-value.ts'
import { add, isZero, subtract, sum } from '#schema/money/money.ts'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { type HoldingFlow, paidInOf, paidOutOf } from './investor-flows.ts'
import { modifiedDietzOf, timeWeightedOf } from '#schema/money/returns.ts'

/** opening + paidIn - paidOut + change = closing; two decimals, one currency. */
export interface ValueMovement {
  readonly opening: string
  readonly paidIn: string
  readonly paidOut: string
  readonly change: string
  readonly closing: string
}

export interface StatementLine extends ValueMovement {
  readonly id: string
  readonly currency: string
  readonly openedBy: HoldingOnDay
  readonly closedBy: HoldingOnDay
}

export interface StatementTotal extends ValueMovement {
  readonly currency: string
  /**
   * Modified Dietz, a ratio; null if nothing was invested. Without an opening value it begins with the first payment,
   * because the days before it would lower the average capital.
   */
  readonly rate: string | null
  /** A ratio; null if the value was 0 at the beginning or between flows. */
  readonly timeWeighted: string | null
}

export interface Statement {
  /** Without `unvalued` holdings and those without value and flows. */
  readonly lines: readonly StatementLine[]
  /** Exact, one per currency. */
  readonly byCurrency: readonly StatementTotal[]
  /** By the rates of one day. */
  readonly total: StatementTotal
  /** For lack of a rate. */
  readonly leftOut: readonly StatementLine[]
  /** Without figures on a day of the statement. */
  readonly unvalued: readonly { readonly id: string; readonly rule: HoldingRule }[]
}

/** From the beginning of `from` to the end of `to`. */
export function statementOf(
  histories: readonly HoldingHistory[],
  { from, to }: { readonly from: string; readonly to: string },
  exchange: Exchange,
): Statement {
  const before = dayBefore(from)
  const all = histories.map((history) => entryOf(history, before, to))
  const unvalued = all.flatMap(({ line: { id }, figures }) => {
    const missing = figures.find((each) => !isCounted(each))
    return missing ? [{ id, rule: missing.rule }] : []
  })
  const entries = all
    .filter(({ figures }) => figures.every(isCounted))
    .filter(({ line }) => ![line.opening, line.paidIn, line.paidOut, line.closing].every(isZero))
  const convertible = entries.filter(({ line }) => exchange.convert('1', line.currency, exchange.currency) !== null)
  const totalIn = (currency: string, group: typeof entries) => totalOf(group, { ...exchange, currency }, before, to)
  const currencies = Map.groupBy(entries, ({ line }) => line.currency)
  return {
    lines: entries.map(({ line }) => line),
    byCurrency: [...currencies].map(([currency, group]) => totalIn(currency, group)),
    total: totalIn(exchange.currency, convertible),
    leftOut: entries.filter((each) => !convertible.includes(each)).map(({ line }) => line),
    unvalued,
  }
}

interface StatementEntry {
  readonly history: HoldingHistory
  readonly line: StatementLine
  /** On the day before the period and on its last day. */
  readonly figures: readonly HoldingOnDay[]
  readonly flows: readonly HoldingFlow[]
}

function entryOf(history: HoldingHistory, before: string, to: string): StatementEntry {
  const { id, currency } = history.holding
  const flows = history.flows.filter(({ date }) => date > before && date <= to)
  const figures = holdingOnDays(history, [before, to])
  const [openedBy, closedBy] = figures as [HoldingOnDay, HoldingOnDay]
  const moved = movementOf(valueOf(openedBy), paidInOf(flows), paidOutOf(flows), valueOf(closedBy))
  return { history, figures, flows, line: { id, currency, openedBy, closedBy, ...moved } }
}

const valueOf = ({ value }: HoldingOnDay): string => value ?? '0.00'

const movementOf = (opening: string, paidIn: string, paidOut: string, closing: string): ValueMovement => ({
  opening,
  paidIn,
  paidOut,
  change: subtract(add(subtract(closing, opening), paidOut), paidIn),
  closing,
})

/** Converted unrounded and rounded once; the change is the remainder of the rounded sums. */
function totalOf(
  entries: readonly StatementEntry[],
  { currency, convert }: Exchange,
  from: string,
  to: string,
): StatementTotal {
  const converted = (amount: string, amountCurrency: string) => convert(amount, amountCurrency, currency)!.amount
  const total = (part: 'opening' | 'paidIn' | 'paidOut' | 'closing') =>
    sum(entries.map(({ line }) => converted(line[part], line.currency)))
  const moved = movementOf(total('opening'), total('paidIn'), total('paidOut'), total('closing'))
  const flows = entries.flatMap(({ line, flows: entryFlows }) =>
    entryFlows.map((each) => {
      const amount = converted(each.amount, line.currency)
      return { date: each.date, amount: isCall(each.type) ? amount : subtract('0', amount) }
    }),
  )
  const byDay = Map.groupBy(flows, ({ date }) => date)
  const days = [...byDay.keys()].sort()
  const valuesBeforeFlows = valuesBefore(entries, days, converted)
  const steps = days.map((day, i) => ({
    before: valuesBeforeFlows[i]!,
    amount: sum(byDay.get(day)!.map(({ amount }) => amount)),
  }))
  return {
    currency,
    ...moved,
    rate: modifiedDietzOf({ from: isZero(moved.opening) ? (days[0] ?? from) : from, to, ...moved, flows }),
    timeWeighted: timeWeightedOf(moved.opening, steps, moved.closing),
  }
}

function valuesBefore(
  entries: readonly StatementEntry[],
  days: readonly string[],
  converted: (amount: string, of: string) => string,
): readonly string[] {
  const all = entries.map(({ history, line }) =>
    holdingOnDays(history, days.map(dayBefore)).map((each) => converted(valueOf(each), line.currency)),
  )
  return days.map((_, i) => sum(all.map((values) => values[i]!)))
}
