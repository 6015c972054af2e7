// What a holding was worth on a day: its share of the value that was known by then, carried forward.
import { statusClass } from './enumerations.ts'
import { assumedGrowth, type ValueRule } from './holdings.ts'
import { add, compare, multiply, round, subtract } from './money.ts'
import { isCall } from './cash-flows.ts'
import { type HoldingFlow, type OwnHolding, paidInOf, paidOutOf } from './own-flows.ts'
import type { Row } from './registry.ts'
import { latestValuation } from './valuations.ts'

/** A valuation as an investor reads it: NAV / amount paid in by its day. */
export type RatioOfDay = Pick<Row<'valuations'>, 'id' | 'valuationDate' | 'valueRatio'>

export interface HoldingHistory {
  readonly holding: OwnHolding & Pick<Row<'investments'>, 'exitedOn'>
  /** The present ratio of a project whose valuations this person may not read; null when there is none. */
  readonly ratioNow: string | null
  readonly flows: readonly HoldingFlow[]
  /** Of the holding's project. */
  readonly valuations: readonly RatioOfDay[]
}

export interface ValueOnDay {
  /** In the holding's currency, two decimals. */
  readonly value: string
  /** Null on days before anything was paid in. */
  readonly rule: ValueRule | null
  /** The day of the valuation behind it. */
  readonly valuedOn: string | null
}

/**
 * NAV share, rolled forward (finance page, "Returns"): the amount x the ratio of the latest valuation on or before the
 * day, plus what was paid in and less what was paid out after that valuation. A holding that is younger than the
 * valuation, or that nobody had valued yet, is worth what was paid in for it. One of a project without any valuation is
 * worth 1.25 times that (illustrative), and one that was sold is worth nothing from the day of its exit on. Of a project
 * that its investors may not see, only the present ratio is known, and it stands for every day.
 */
export function valueOn({ holding, ratioNow, flows, valuations }: HoldingHistory, day: string): ValueOnDay {
  const until = flows.filter(({ date }) => date <= day)
  const paidIn = paidInOf(until)
  const soldOn = soldOnOf(holding, flows)
  if (soldOn !== null && soldOn <= day) return { value: '0.00', rule: 'REALISED', valuedOn: null }
  if (compare(paidIn, '0') <= 0) return { value: '0.00', rule: null, valuedOn: null }
  if (valuations.length === 0 && ratioNow !== null && statusClass(holding.status) !== 'COMMITTED')
    return { value: round(multiply(holding.amount, ratioNow)), rule: 'VALUATION', valuedOn: null }
  if (valuations.length === 0)
    return { value: round(multiply(paidIn, assumedGrowth)), rule: 'ILLUSTRATIVE', valuedOn: null }
  const latest = latestBy(valuations, day)
  if (!latest || latest.valuationDate < holding.investmentDate || statusClass(holding.status) === 'COMMITTED')
    return { value: paidIn, rule: 'COST', valuedOn: null }
  const later = until.filter(({ date }) => date > latest.valuationDate)
  const share = round(multiply(holding.amount, latest.valueRatio!))
  const value = subtract(add(share, paidInOf(later)), paidOutOf(later))
  return { value, rule: 'VALUATION', valuedOn: latest.valuationDate }
}

/** The day on which the holding was sold; null while it lives, and for an exit that brought nothing. */
function soldOnOf({ status, exitedOn }: HoldingHistory['holding'], flows: readonly HoldingFlow[]): string | null {
  const last = flows.findLast(({ type }) => !isCall(type))
  return statusClass(status) === 'EXITED' && last ? (exitedOn ?? last.date) : null
}

const latestBy = (valuations: readonly RatioOfDay[], day: string): RatioOfDay | null =>
  latestValuation(valuations.filter(({ valuationDate, valueRatio }) => valuationDate <= day && valueRatio !== null))
