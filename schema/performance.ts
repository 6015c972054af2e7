// What a portfolio was month by month: paid in to date, its value, and what it paid out. Amounts of other currencies are
// converted by today's rates, so that a curve shows the portfolio and not the currencies.
import { counting, type LeftOut } from './counting.ts'
import { addMonths, endOfMonth } from './dates.ts'
import { type InvestmentStatus, statusClass } from './enumerations.ts'
import type { Exchange } from './exchange.ts'
import { assumedGrowth } from './holdings.ts'
import { isPaidIn } from './investments.ts'
import { multiply, partialSum, sum } from './money.ts'
import { isLater } from './valuations.ts'
import { type ConvertOn, ratioOfHolding } from './nav-shares.ts'
import { rowsPerStep } from './walk.ts'

interface PaidIn {
  readonly projectId: string
  readonly investorId: string
  readonly amount: string
  readonly currency: string
  readonly status: InvestmentStatus
  readonly investmentDate: string
  readonly exitedOn: string | null
}

interface Flow {
  readonly projectId: string
  readonly investorId: string | null
  readonly amount: string
  readonly currency: string
  readonly type: string
  readonly date: string
}

interface Valued {
  readonly id: string
  readonly projectId: string
  readonly valuationDate: string
  readonly valueRatio: string | null
}

export interface PerformanceSources<Investment extends PaidIn> {
  readonly investments: Iterable<Investment>
  readonly flows: Iterable<Flow>
  readonly valuations: Iterable<Valued>
  readonly exchange: Exchange
  readonly nameOf: (investment: Pick<Investment, 'projectId'>) => string
  /** The currency of a project's valuations; undefined where the person may not see the project. */
  readonly navCurrencyOf: (projectId: string) => string | undefined
  readonly on: ConvertOn
}

export interface PerformancePoint {
  /** The last day of a month; today in the present one. */
  readonly day: string
  /** Paid in to date, exited investments too. */
  readonly invested: string
  /** Of what is paid in and has not been paid back. */
  readonly value: string
  /** Distributions, dividends and interest of the month. */
  readonly distributions: string
}

export interface Performance {
  readonly currency: string
  readonly points: readonly PerformancePoint[]
  /** Whether a value rests on the assumed growth, because its project has no valuation on the day. */
  readonly isIllustrative: boolean
  readonly leftOut: LeftOut
}

/** The ends of the last months, the present one by today. */
export const monthEnds = (today: string, months: number): string[] =>
  Array.from({ length: months }, (_, index) => {
    const back = months - 1 - index
    return back === 0 ? today : endOfMonth(addMonths(`${today.slice(0, 8)}01`, -back))
  })

interface Group {
  readonly projectId: string
  readonly currency: string
  readonly investmentDate: string
  readonly navCurrency: string
}

/** Amounts by group and by the point from which they count. */
type Steps = Map<string, string[][]>

function addStep(steps: Steps, group: string, at: number, amount: string, points: number): void {
  const known = steps.get(group)
  const own = known ?? Array.from({ length: points }, () => [])
  if (!known) steps.set(group, own)
  const of = own[at]!
  of.push(amount)
  // A sum is short, however many amounts it holds.
  if (of.length > 256) of.splice(0, of.length, partialSum(of))
}

/**
 * The value of a holding is its amount x valueRatio of the project's latest valuation on or before the day; its cost
 * where nothing was paid in when it was valued; x 1.25 where there is no valuation yet; and nothing after an exit that
 * paid out. Summed unrounded and rounded once.
 */
export function* performanceOf<Investment extends PaidIn>(
  days: readonly string[],
  { investments, flows, valuations, exchange, nameOf, navCurrencyOf, on }: PerformanceSources<Investment>,
): Generator<undefined, Performance> {
  const { count, miss, leftOut } = counting(exchange)
  /** The first point on or after a day; past the last one when there is none. */
  const pointOf = (day: string): number => {
    const found = days.findIndex((each) => each >= day)
    return found < 0 ? days.length : found
  }
  const paidOut: string[][] = days.map(() => [])
  const firstPayout = new Map<string, string>()
  const monthOf = new Map(days.map((day, index) => [day.slice(0, 7), index]))
  let rows = 0
  for (const { projectId, investorId, amount, currency, type, date } of flows) {
    if (++rows % rowsPerStep === 0) yield
    if (type === 'CAPITAL_CALL' || date > days.at(-1)!) continue
    const key = `${investorId} ${projectId}`
    const first = firstPayout.get(key)
    if (!first || date < first) firstPayout.set(key, date)
    const month = monthOf.get(date.slice(0, 7))
    if (month === undefined) continue
    const counted = count(amount, currency, () => nameOf({ projectId } as Investment))
    if (counted !== null) paidOut[month]!.push(counted)
  }

  const begun: Steps = new Map()
  const ended: Steps = new Map()
  const groups = new Map<string, Group>()
  const navCurrencies = new Map<string, string>()
  /** Holdings of a project whose amounts become values in the same way. */
  const groupOf = (each: PaidIn): string => {
    const { projectId, currency, investmentDate } = each
    const known = navCurrencies.get(projectId) ?? navCurrencyOf(projectId)
    if (known !== undefined) navCurrencies.set(projectId, known)
    const navCurrency = known ?? currency
    const key = navCurrency === currency ? projectId : `${projectId} ${currency} ${investmentDate}`
    if (!groups.has(key)) groups.set(key, { projectId, currency, investmentDate, navCurrency })
    return key
  }
  for (const each of investments) {
    if (++rows % rowsPerStep === 0) yield
    if (!isPaidIn(each.status)) continue
    const from = pointOf(each.investmentDate)
    if (from >= days.length) continue
    const counted = count(each.amount, each.currency, () => nameOf(each))
    if (counted === null) continue
    const group = groupOf(each)
    addStep(begun, group, from, counted, days.length)
    const payout = firstPayout.get(`${each.investorId} ${each.projectId}`)
    if (statusClass(each.status) !== 'EXITED' || payout === undefined) continue
    const over = [each.exitedOn ?? each.investmentDate, payout].reduce((a, b) => (a > b ? a : b))
    const until = Math.max(from, pointOf(over))
    if (until < days.length) addStep(ended, group, until, counted, days.length)
  }

  const ofProject = new Map<string, Valued[]>()
  for (const each of valuations) {
    if (++rows % rowsPerStep === 0) yield
    // Rows of a table are valid during the step only.
    const { id, projectId, valuationDate, valueRatio } = each
    const known = ofProject.get(projectId)
    if (known) known.push({ id, projectId, valuationDate, valueRatio })
    else ofProject.set(projectId, [{ id, projectId, valuationDate, valueRatio }])
  }

  /** Null where nothing was paid in by the day of the valuation, or a rate is missing. */
  const ratioIn = (of: Omit<Group, 'projectId'>, { projectId, valuationDate: valuedOn, valueRatio: nav }: Valued) => {
    if (nav === null || of.currency === of.navCurrency) return nav
    const ratio = ratioOfHolding(of, { nav, paidIn: '1', navCurrency: of.navCurrency, valuedOn }, on)
    if (ratio === null) miss(of.currency, () => nameOf({ projectId } as Investment))
    return ratio
  }

  let isIllustrative = false
  const invested: string[][] = days.map(() => [])
  const value: string[][] = days.map(() => [])
  for (const [group, starts] of begun) {
    yield
    const { projectId, ...of } = groups.get(group)!
    const own = (ofProject.get(projectId) ?? []).sort(byDay)
    let [paid, live] = ['0', '0']
    for (const [point, day] of days.entries()) {
      const started = partialSum(starts[point]!)
      paid = partialSum([paid, started])
      live = partialSum([live, started, `-${partialSum(ended.get(group)?.[point] ?? [])}`])
      invested[point]!.push(paid)
      const latest = own.findLast(({ valuationDate }) => valuationDate <= day)
      if (!latest && /[1-9]/.test(live)) isIllustrative = true
      value[point]!.push(multiply(live, latest ? (ratioIn(of, latest) ?? '1') : assumedGrowth))
    }
  }
  return {
    currency: exchange.currency,
    points: days.map((day, point) => ({
      day,
      invested: sum(invested[point]!),
      value: sum(value[point]!),
      distributions: sum(paidOut[point]!),
    })),
    isIllustrative,
    leftOut: leftOut(),
  }
}

const byDay = (a: Valued, b: Valued): number => (isLater(a, b) ? 1 : -1)
