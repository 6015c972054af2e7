// What a holding is worth on a day, and by which rule: the one definition behind My Portfolio, statement, chart, dashboard
// and staff's panel ("My Portfolio" of the product; finance page, "NAV share").
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { dayBefore, daysBetween } from '#schema/money/dates.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { compare, isZero, lessDownToZero, multiply, partialSum, round, subtract, sum } from '#schema/money/money.ts'
import type { ConvertOn } from '#schema/money/nav-shares.ts'
import { exitDayOf, type ValuationOfDay } from './nav-split.ts'
import type { HoldingFlow, OwnHolding } from './investor-flows.ts'
import type { Row } from '#schema/registry.ts'

/**
 * - VALUATION: its share of the latest NAV, rolled forward with its own payments.
 * - COST: what was paid in less what was received; before the first valuation, or when it was paid in after it.
 * - ILLUSTRATIVE: the firm's assumed growth, while the project has no valuation.
 * - OUTSTANDING: exited, the final payment has not come: the value of the day before the exit, rolled forward.
 * - REALISED: exited and paid; the value is 0.00.
 * - UNPAID: nothing is paid in by the day. There is no value and no return.
 * - UNKNOWN: exited from its first save, without payments. It is in no sum.
 * - NO_RATE: an exchange rate is missing. It is in no sum, and named.
 * - RECALCULATING: the server is renewing the shares. It is in no sum.
 */
export type HoldingRule =
  | 'VALUATION'
  | 'COST'
  | 'ILLUSTRATIVE'
  | 'OUTSTANDING'
  | 'REALISED'
  | 'UNPAID'
  | 'UNKNOWN'
  | 'NO_RATE'
  | 'RECALCULATING'

export type ValuedHolding = OwnHolding & Partial<Pick<Row<'investments'>, 'exitedFromStart' | 'nothingMoreDue'>>

/** Everything from which the value of a holding on any day follows. See holding-histories.ts for how to get one. */
export interface HoldingHistory {
  readonly holding: ValuedHolding
  /** In the order of days. */
  readonly flows: readonly HoldingFlow[]
  /** From this day on a payment has no rate to the holding's currency. */
  readonly missingFrom: string | null
  /** The project's currency. */
  readonly navCurrency: string
  /** Of the project, in the order of days. */
  readonly valuations: readonly ValuationOfDay[]
  /** Whether the project has any valuation, on whatever day. */
  readonly isValued: boolean
  /** Whether the server is renewing the shares (investors only). */
  readonly isRecalculating: boolean
  /** The firm's assumed growth in percent; null: none. */
  readonly growth: string | null
  readonly on: ConvertOn
}

/** Money in the holding's currency, two decimals. */
export interface HoldingOnDay {
  readonly day: string
  readonly rule: HoldingRule
  /** Null for the rules that give none. */
  readonly value: string | null
  /** The return: value + received - paid in. Null where there is none; then the holding is on no side of Total Return. */
  readonly gain: string | null
  readonly paidIn: string
  readonly received: string
  /** The day of the valuation behind the value. */
  readonly valuedOn: string | null
  /** Whether the value rests on the firm's assumed growth; true as well for OUTSTANDING after ILLUSTRATIVE. */
  readonly isIllustrative: boolean
  /** Whether a rate behind the figures was more than a week old on its day. */
  readonly isStale: boolean
}

const inNoSum: ReadonlySet<HoldingRule> = new Set(['UNKNOWN', 'NO_RATE', 'RECALCULATING'])

/** Whether sums contain the holding's figures: value (if any), paid in and received. */
export const isCounted = ({ rule }: Pick<HoldingOnDay, 'rule'>): boolean => !inNoSum.has(rule)

/** A final payment may come this many days before the exit. */
const daysBeforeExit = 30

/** What the holding was worth at the end of the day. */
export const holdingOnDay = (history: HoldingHistory, day: string): HoldingOnDay => holdingOnDays(history, [day])[0]!

/** The same for several days, which must be in order; reads the holding's payments once. */
export function holdingOnDays(history: HoldingHistory, days: readonly string[]): readonly HoldingOnDay[] {
  const { holding, flows, missingFrom } = history
  const exitDay = exitDayOf(holding, flows)
  const lastLiveDay = exitDay === null ? null : dayBefore(exitDay)
  const realisedFrom = exitDay === null ? null : realisedFromOf(history, exitDay)
  const isUnknown = isUnknownExit(history)
  const roll = startRoll(history)
  const isOneCurrency = holding.currency === history.navCurrency
  const figuresOn = (day: string): HoldingOnDay => {
    if (exitDay === null || day < exitDay) roll.liveTo(day)
    else roll.exitedTo(day, lastLiveDay!)
    if (isUnknown) return { ...nothing, day, rule: 'UNKNOWN' }
    const known = { ...nothing, day, ...roll.paid() }
    if (missingFrom !== null && missingFrom <= day) return { ...known, rule: 'NO_RATE' }
    if (realisedFrom !== null && realisedFrom <= day)
      return { ...known, rule: 'REALISED', value: '0.00', gain: subtract(known.received, known.paidIn) }
    return { ...known, ...valuedOf(history, roll.worth(), known) }
  }
  const changes = changesOf(history, exitDay, realisedFrom)
  let last: HoldingOnDay | undefined
  return days.map((day) => {
    const isUnchanged = last && isOneCurrency && !changes.some((each) => each > last!.day && each <= day)
    last = isUnchanged ? { ...last!, day } : figuresOn(day)
    return last
  })
}

/** The days on which figures in one currency may change. */
const changesOf = (
  { flows, valuations, missingFrom }: HoldingHistory,
  exitDay: string | null,
  realisedFrom: string | null,
): readonly string[] => [
  ...flows.map(({ date }) => date),
  ...valuations.map(({ valuationDate }) => valuationDate),
  ...[exitDay, realisedFrom, missingFrom].filter((day) => day !== null),
]

const nothing = {
  value: null,
  gain: null,
  paidIn: '0.00',
  received: '0.00',
  valuedOn: null,
  isIllustrative: false,
  isStale: false,
} as const

/** A holding that was never funded here, and of whose exit nothing is recorded. */
const isUnknownExit = ({ holding, flows, missingFrom }: HoldingHistory): boolean =>
  statusClass(holding.status) === 'EXITED' &&
  (holding.exitedFromStart === true || holding.exitedOn == null) &&
  holding.nothingMoreDue !== true &&
  missingFrom === null &&
  flows.every(({ isAssumed }) => isAssumed)

/** From when on the value is 0; null while a payment is outstanding. */
function realisedFromOf({ holding, flows }: HoldingHistory, exitDay: string): string | null {
  // Exits from before exit days were kept end with their last payment, whatever it was.
  if (holding.exitedOn == null) return exitDay
  const final = flows.find(({ isFinal, date }) => isFinal && daysBetween(date, exitDay) <= daysBeforeExit)
  if (final) return final.date > exitDay ? final.date : exitDay
  return holding.nothingMoreDue === true ? exitDay : null
}

/** In the project's currency, unrounded. */
interface Worth {
  readonly rule: HoldingRule
  readonly amount: string
  readonly hasReturn: boolean
  readonly valuedOn: string | null
  readonly isIllustrative: boolean
}

/** The worth as figures in the holding's currency. */
function valuedOf(
  { holding: { currency }, navCurrency, on, isRecalculating }: HoldingHistory,
  { rule, amount, hasReturn, valuedOn, isIllustrative }: Worth,
  { day, paidIn, received, isStale }: Pick<HoldingOnDay, 'day' | 'paidIn' | 'received' | 'isStale'>,
) {
  if (rule === 'NO_RATE' || rule === 'UNPAID') return { rule }
  if (isRecalculating) return { rule: 'RECALCULATING' as const }
  const isSame = currency === navCurrency || isZero(amount)
  const inOwn = isSame ? { amount, isStale: false } : on(day)(amount, navCurrency, currency)
  if (!inOwn) return { rule: 'NO_RATE' as const }
  const value = round(inOwn.amount)
  const gain = hasReturn ? subtract(sum([value, received]), paidIn) : null
  return { rule, value, gain, valuedOn, isIllustrative, isStale: isStale || inOwn.isStale }
}

/** Walks through the payments and valuations of a holding; every step goes forward. */
function startRoll({ holding, flows, valuations, isValued, growth }: HoldingHistory) {
  let at = 0
  let latest = -1
  let [paidIn, received] = ['0', '0']
  let [calls, payouts, rolled] = ['0', '0', '0']
  let [hasRate, isStale] = [true, false]
  let share: string | null = null
  let frozen: Worth | undefined

  function payTo(day: string): void {
    for (let flow = flows[at]; flow && flow.date <= day; flow = flows[++at]) {
      const { amount, inProject, type } = flow
      isStale ||= flow.isStale
      if (isCall(type)) paidIn = partialSum([paidIn, amount])
      else received = partialSum([received, amount])
      if (inProject === null) hasRate = false
      else if (isCall(type)) {
        calls = partialSum([calls, inProject])
        rolled = partialSum([rolled, inProject])
      } else {
        payouts = partialSum([payouts, inProject])
        rolled = lessDownToZero(rolled, inProject)
      }
    }
  }

  function liveTo(day: string): void {
    const next = latestBy(valuations, day)
    if (next > latest) {
      const { valuationDate, shareOf } = valuations[next]!
      payTo(valuationDate)
      share = shareOf(holding.id)
      rolled = share ?? '0'
      latest = next
    }
    payTo(day)
  }

  function live(): Worth {
    const worth = { amount: '0', hasReturn: true, valuedOn: null, isIllustrative: false }
    if (!hasRate) return { ...worth, rule: 'NO_RATE' }
    if (compare(calls, '0') <= 0) return { ...worth, rule: 'UNPAID', hasReturn: false }
    if (share !== null)
      return { ...worth, rule: 'VALUATION', amount: rolled, valuedOn: valuations[latest]!.valuationDate }
    const atCost = isValued || growth === null
    const grown = atCost ? calls : multiply(calls, partialSum(['1', multiply(growth, '0.01')]))
    const amount = lessDownToZero(grown, payouts)
    if (atCost) return { ...worth, rule: 'COST', amount, hasReturn: isValued }
    return { ...worth, rule: 'ILLUSTRATIVE', amount, isIllustrative: true }
  }

  return {
    liveTo,
    exitedTo(day: string, lastLiveDay: string): void {
      if (!frozen) {
        liveTo(lastLiveDay)
        frozen = live()
        rolled = frozen.amount
      }
      payTo(day)
    },
    worth(): Worth {
      if (!frozen) return live()
      return { ...frozen, amount: rolled, rule: hasRate ? 'OUTSTANDING' : 'NO_RATE' }
    },
    paid: () => ({ paidIn: round(paidIn), received: round(received), isStale }),
  }
}

/** The index of the latest valuation on or before the day; -1 without one. */
function latestBy(valuations: readonly ValuationOfDay[], day: string): number {
  let [low, high] = [0, valuations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (valuations[middle]!.valuationDate <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
