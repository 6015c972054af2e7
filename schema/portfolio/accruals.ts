// Finance page, "Commissions".
import Big from 'big.js'
import { addMonths, daysBetween } from '#schema/money/dates.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { isPaidIn } from '#schema/entities/investments/entity.ts'
import { pausesOf } from '#schema/entities/referrals/rules.ts'
import type { Pause } from '#schema/entities/referrals/entity.ts'
import type { Row } from '#schema/registry.ts'

export type Agreement = Pick<Row<'referralCommissions'>, 'id' | 'commissionPercentage' | 'frequency'>
export type Holding = Pick<
  Row<'investments'>,
  'id' | 'amount' | 'currency' | 'status' | 'investmentDate' | 'exitedOn' | 'exitedFromStart'
>
type Contact = Pick<Row<'referrals'>, 'isActive' | 'inactiveFrom' | 'activeFrom' | 'earlierPauses'>

/** Includes deleted commissions. */
export interface Accrued {
  readonly agreementId: string
  readonly investmentId: string
  readonly written: readonly WrittenAccrual[]
  readonly isPerDeal: boolean
}

export interface WrittenAccrual {
  readonly calculatedOn: string
  readonly amount: string
  readonly percentage: string | null
}

/** One referred investor's live investments in the project. */
export interface Deal {
  readonly contact: Contact
  readonly agreements: readonly Agreement[]
  readonly investments: readonly Holding[]
  readonly accrued: readonly Accrued[]
}

/** Money with two decimals in the investment's currency. */
export interface Accrual {
  readonly agreementId: string
  readonly investmentId: string
  readonly calculatedOn: string
  readonly feeType: 'TRANSACTION' | 'MANAGEMENT'
  readonly amount: string
  readonly currency: Holding['currency']
  readonly percentage: string
}

const periodsPerYear = { MONTHLY: 12, QUARTERLY: 4, ANNUALLY: 1 } as const

/**
 * Commissions due up to `until`, except written ones and amounts of 0.00 (finance page, "Commissions"). A = amount x
 * percentage / 100 of a paid-in investment. ONE_TIME: A on its date. PER_DEAL: A once, for the earliest. Others: n
 * periods a year in arrears; period k is round(A k / n) - round(A (k - 1) / n). An exit and pauses shorten periods, pro
 * rata Act/365. ONE_TIME and PER_DEAL are not due in a pause, or if EXITED from the start. Changed terms only affect
 * time not yet covered. When an exit moves earlier, the run first deletes unpaid commissions after it; a paid one
 * covers its time.
 */
export function accrualsOf({ contact, agreements, investments, accrued }: Deal, until: string): Accrual[] {
  if (!contact.isActive) return []
  const paidIn = investments
    .filter(({ status, investmentDate }) => isPaidIn(status) && investmentDate <= until)
    .toSorted((a, b) => compare(a.investmentDate, b.investmentDate) || compare(a.id, b.id))
  const due: Accrual[] = []
  const accrue = (agreement: Agreement, holding: Holding, calculatedOn: string, rounded: Big) => {
    if (rounded.lte(0)) return
    due.push({
      agreementId: agreement.id,
      investmentId: holding.id,
      calculatedOn,
      feeType: agreement.frequency in periodsPerYear ? 'MANAGEMENT' : 'TRANSACTION',
      amount: rounded.toFixed(2),
      currency: holding.currency,
      percentage: agreement.commissionPercentage,
    })
  }
  const writtenFor = (agreement: Agreement, holding: Holding) =>
    accrued.find((each) => each.agreementId === agreement.id && each.investmentId === holding.id)
  const pauses = pausesOf(contact)
  const accrueOnce = (agreement: Agreement, holding: Holding) => {
    const { investmentDate: day } = holding
    if (!pauses.some(([from, to]) => day < to && (from === null || day >= from)))
      accrue(agreement, holding, day, round(baseOf(agreement, holding)))
  }
  const perDeal = agreements.filter(({ frequency }) => frequency === 'PER_DEAL')
  const fundedHere = paidIn.filter(({ exitedFromStart }) => !exitedFromStart)
  const [first] = fundedHere
  if (first && perDeal.length && !accrued.some(({ isPerDeal }) => isPerDeal)) {
    const agreement = perDeal.reduce((a, b) => (a.id < b.id ? a : b))
    accrueOnce(agreement, first)
  }
  for (const agreement of agreements) {
    const { frequency } = agreement
    if (frequency === 'PER_DEAL') continue
    for (const holding of frequency === 'ONE_TIME' ? fundedHere : paidIn) {
      const accruedFor = writtenFor(agreement, holding)
      if (frequency !== 'ONE_TIME') {
        const perYear = periodsPerYear[frequency]
        const spans = spansOf(
          holding,
          perYear,
          until,
          writtenSpans(agreement, holding, perYear, accruedFor?.written ?? []),
        )
        for (const [day, rounded] of earnedIn(spans, perYear, baseOf(agreement, holding), pauses))
          accrue(agreement, holding, day, rounded)
      } else if (!accruedFor) accrueOnce(agreement, holding)
    }
  }
  return due.toSorted((a, b) => compare(a.calculatedOn, b.calculatedOn))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const round = (exact: Big): Big => exact.round(2, Big.roundHalfUp)
const cent = new Big('0.01')
const baseOf = ({ commissionPercentage }: Pick<Agreement, 'commissionPercentage'>, { amount }: Holding): Big =>
  new Big(amount).times(commissionPercentage).div(100)

/** Inactive days from `from` to the day before `to`. */
function pausedDays(pauses: readonly Pause[], from: string, to: string): number {
  let [days, counted] = [0, from]
  for (const [begins, ends] of pauses) {
    const start = begins === null || begins < counted ? counted : begins
    const end = ends < to ? ends : to
    if (start >= end) continue
    days += daysBetween(start, end)
    counted = end
  }
  return days
}

interface Span {
  /** The number of complete periods before this one. */
  readonly before: number
  readonly began: string
  readonly from: string
  readonly to: string
  readonly isEnd: boolean
  readonly isWritten: boolean
}

/** After `from`, up to `to`. */
interface Paid {
  readonly from: string
  readonly to: string
}

/** A commission of its period's amount covers that time; any other covers all time since the one before. */
function writtenSpans(
  agreement: Agreement,
  holding: Holding,
  perYear: number,
  written: readonly WrittenAccrual[],
): readonly Paid[] {
  const { investmentDate } = holding
  const paid: Paid[] = []
  let [before, began, next] = [0, investmentDate, addMonths(investmentDate, 12 / perYear)]
  for (const { calculatedOn: to, amount, percentage } of written) {
    for (; next < to; next = addMonths(investmentDate, ((before + 1) * 12) / perYear))
      [before, began] = [before + 1, next]
    const base = baseOf({ commissionPercentage: percentage ?? agreement.commissionPercentage }, holding)
    const span = { before, began, from: began, to, isEnd: to === next }
    const [start, end] = totalsOf(span, perYear, base)
    const isWhole = began < to && round(end).minus(round(start)).minus(amount).abs().lte(cent)
    const last = paid.at(-1)?.to ?? ''
    paid.push({ from: isWhole && began > last ? began : last, to })
  }
  return paid
}

/** Periods up to an exit, divided at the bounds of covered time. */
function spansOf(
  { status, investmentDate, exitedOn }: Holding,
  perYear: number,
  until: string,
  paid: readonly Paid[],
): Span[] {
  const hasExited = statusClass(status) === 'EXITED'
  // Old exits have no day, so nothing more is due.
  const exit = hasExited ? (exitedOn ?? investmentDate) : undefined
  if (exit !== undefined && exit < (paid.at(-1)?.to ?? '')) return []
  const last = exit !== undefined && exit < until ? exit : until
  const spans: Span[] = []
  let paidIndex = 0
  const add = (before: number, began: string, to: string, isEnd: boolean) => {
    while (paidIndex < paid.length && paid[paidIndex]!.to <= began) paidIndex++
    const paidHere: Paid[] = []
    for (let i = paidIndex; i < paid.length && paid[i]!.from < to; i++) paidHere.push(paid[i]!)
    const cuts = paidHere.flatMap((each) => [each.from, each.to]).filter((cut) => began < cut && cut < to)
    const parts = [began, ...new Set(cuts), to]
    for (const [i, end] of parts.slice(1).entries()) {
      const from = parts[i]!
      const isWritten = paidHere.some((each) => each.from <= from && end <= each.to)
      spans.push({ before, began, from, to: end, isEnd: isEnd && end === to, isWritten })
    }
  }
  for (let before = 0, began = investmentDate; began < last; before++) {
    const to = addMonths(investmentDate, ((before + 1) * 12) / perYear)
    if (to <= last) add(before, began, to, true)
    else if (last === exit) add(before, began, exit, false)
    began = to
  }
  return spans
}

/** Unrounded totals up to the beginning and the end of a span. */
function totalsOf({ before, began, from, to, isEnd }: Omit<Span, 'isWritten'>, perYear: number, base: Big): [Big, Big] {
  const after = (periods: number): Big => base.times(periods).div(perYear)
  const upTo = (day: string): Big =>
    day === began ? after(before) : after(before).plus(base.times(daysBetween(began, day)).div(365))
  return [upTo(from), isEnd ? after(before + 1) : upTo(to)]
}

/** Each amount is the difference of two rounded totals, so the parts add up. Pauses reduce all later totals. */
function earnedIn(spans: readonly Span[], perYear: number, base: Big, pauses: readonly Pause[]): [string, Big][] {
  const earned: [string, Big][] = []
  let lostToPauses = new Big(0)
  for (const span of spans) {
    const { from, to, isWritten } = span
    const paused = pausedDays(pauses, from, to)
    if (isWritten && paused === 0) continue
    const [start, end] = totalsOf(span, perYear, base)
    const lostBefore = lostToPauses
    if (paused > 0) lostToPauses = lostToPauses.plus(end.minus(start).times(paused).div(daysBetween(from, to)))
    if (!isWritten) earned.push([to, round(end.minus(lostToPauses)).minus(round(start.minus(lostBefore)))])
  }
  return earned
}
