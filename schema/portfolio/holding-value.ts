// Finance page, "NAV share".
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { dayBefore, daysBetween } from '#schema/money/dates.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { compare, isZero, subtractToZero, multiply, partialSum, round, subtract, sum } from '#schema/money/money.ts'
import type { ConvertOn } from '#schema/money/daily-converters.ts'
import { exitDayOf, type ValuationOfDay } from './nav-split.ts'
import type { HoldingFlow, OwnHolding } from './investor-flows.ts'
import type { Row } from '#schema/registry.ts'

/**
 * - VALUATION: share of the latest NAV, rolled forward.
 * - COST: paid in less received, before the first valuation or if paid in after it.
 * - ILLUSTRATIVE: assumed growth; the project has no valuation.
 * - OUTSTANDING: exited without the final payment; last value, rolled forward.
 * - REALISED: exited and paid; 0.00.
 * - UNPAID: nothing is paid in; no value, no return.
 * - UNKNOWN: exited from its first save, without payments.
 * Sums exclude UNKNOWN, NO_RATE (listed) and RECALCULATING.
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

export interface HoldingHistory {
  readonly holding: ValuedHolding
  /** In order of days. */
  readonly flows: readonly HoldingFlow[]
  /** An exchange rate is missing from this day on. */
  readonly missingFrom: string | null
  readonly navCurrency: string
  /** In order of days. */
  readonly valuations: readonly ValuationOfDay[]
  readonly isValued: boolean
  /** For investors: the server is updating the shares. */
  readonly isRecalculating: boolean
  /** In percent; null: none. */
  readonly growth: string | null
  readonly on: ConvertOn
}

/** Money in the holding's currency, two decimals. */
export interface HoldingOnDay {
  readonly day: string
  readonly rule: HoldingRule
  /** Null if the rule gives none. */
  readonly value: string | null
  /** value + received - paid in; null excludes it from the total return. */
  readonly gain: string | null
  readonly paidIn: string
  readonly received: string
  readonly valuedOn: string | null
  /** Also for OUTSTANDING after ILLUSTRATIVE. */
  readonly isIllustrative: boolean
  /** An exchange rate was more than a week old. */
  readonly isStale: boolean
}

const excludedRules: ReadonlySet<HoldingRule> = new Set(['UNKNOWN', 'NO_RATE', 'RECALCULATING'])

export const isCounted = ({ rule }: Pick<HoldingOnDay, 'rule'>): boolean => !excludedRules.has(rule)

const daysBeforeExit = 30

export const holdingOnDay = (history: HoldingHistory, day: string): HoldingOnDay => holdingOnDays(history, [day])[0]!

/** `days` in order; reads the payments once. */
export function holdingOnDays(history: HoldingHistory, days: readonly string[]): readonly HoldingOnDay[] {
  const { holding, flows, missingFrom } = history
  const exitDay = exitDayOf(holding, flows)
  const lastLiveDay = exitDay === null ? null : dayBefore(exitDay)
  const realizedFrom = exitDay === null ? null : realizedFromOf(history, exitDay)
  const isUnknown = isUnknownExit(history)
  const roll = startRoll(history)
  const isOneCurrency = holding.currency === history.navCurrency
  const figuresOn = (day: string): HoldingOnDay => {
    if (exitDay === null || day < exitDay) roll.valueBeforeExit(day)
    else roll.valueAfterExit(day, lastLiveDay!)
    if (isUnknown) return { ...nothing, day, rule: 'UNKNOWN' }
    const known = { ...nothing, day, ...roll.paid() }
    if (missingFrom !== null && missingFrom <= day) return { ...known, rule: 'NO_RATE' }
    if (realizedFrom !== null && realizedFrom <= day)
      return { ...known, rule: 'REALISED', value: '0.00', gain: subtract(known.received, known.paidIn) }
    return { ...known, ...toHoldingOnDay(history, roll.worth(), known) }
  }
  const changes = changesOf(history, exitDay, realizedFrom)
  let last: HoldingOnDay | undefined
  return days.map((day) => {
    const isUnchanged = last && isOneCurrency && !changes.some((each) => each > last!.day && each <= day)
    last = isUnchanged ? { ...last!, day } : figuresOn(day)
    return last
  })
}

const changesOf = (
  { flows, valuations, missingFrom }: HoldingHistory,
  exitDay: string | null,
  realizedFrom: string | null,
): readonly string[] => [
  ...flows.map(({ date }) => date),
  ...valuations.map(({ valuationDate }) => valuationDate),
  ...[exitDay, realizedFrom, missingFrom].filter((day) => day !== null),
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

/** Never funded here, and without recorded payments of its exit. */
const isUnknownExit = ({ holding, flows, missingFrom }: HoldingHistory): boolean =>
  statusClass(holding.status) === 'EXITED' &&
  (holding.exitedFromStart === true || holding.exitedOn == null) &&
  holding.nothingMoreDue !== true &&
  missingFrom === null &&
  flows.every(({ isAssumed }) => isAssumed)

/** The day from which the value is 0; null while a payment is outstanding. */
function realizedFromOf({ holding, flows }: HoldingHistory, exitDay: string): string | null {
  // Old exits without a day end with their last payment.
  if (holding.exitedOn == null) return exitDay
  const final = flows.find(({ isFinal, date }) => isFinal && daysBetween(date, exitDay) <= daysBeforeExit)
  if (final) return final.date > exitDay ? final.date : exitDay
  return holding.nothingMoreDue === true ? exitDay : null
}

/** In the project's currency, unrounded. */
interface ValueBeforeExit {
  readonly rule: HoldingRule
  readonly amount: string
  readonly hasReturn: boolean
  readonly valuedOn: string | null
  readonly isIllustrative: boolean
}

function toHoldingOnDay(
  { holding: { currency }, navCurrency, on, isRecalculating }: HoldingHistory,
  { rule, amount, hasReturn, valuedOn, isIllustrative }: ValueBeforeExit,
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

/** Iterates over payments and valuations, forward only. */
function startRoll({ holding, flows, valuations, isValued, growth }: HoldingHistory) {
  let flowIndex = 0
  let latest = -1
  let [paidIn, received] = ['0', '0']
  let [calls, payouts, rolled] = ['0', '0', '0']
  let [hasRate, isStale] = [true, false]
  let share: string | null = null
  let frozen: ValueBeforeExit | undefined

  function payTo(day: string): void {
    for (let flow = flows[flowIndex]; flow && flow.date <= day; flow = flows[++flowIndex]) {
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
        rolled = subtractToZero(rolled, inProject)
      }
    }
  }

  function valueBeforeExit(day: string): void {
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

  function live(): ValueBeforeExit {
    const worth = { amount: '0', hasReturn: true, valuedOn: null, isIllustrative: false }
    if (!hasRate) return { ...worth, rule: 'NO_RATE' }
    if (compare(calls, '0') <= 0) return { ...worth, rule: 'UNPAID', hasReturn: false }
    if (share !== null)
      return { ...worth, rule: 'VALUATION', amount: rolled, valuedOn: valuations[latest]!.valuationDate }
    const atCost = isValued || growth === null
    const grown = atCost ? calls : multiply(calls, partialSum(['1', multiply(growth, '0.01')]))
    const amount = subtractToZero(grown, payouts)
    if (atCost) return { ...worth, rule: 'COST', amount, hasReturn: isValued }
    return { ...worth, rule: 'ILLUSTRATIVE', amount, isIllustrative: true }
  }

  return {
    valueBeforeExit,
    valueAfterExit(day: string, lastLiveDay: string): void {
      if (!frozen) {
        valueBeforeExit(lastLiveDay)
        frozen = live()
        rolled = frozen.amount
      }
      payTo(day)
    },
    worth(): ValueBeforeExit {
      if (!frozen) return live()
      return { ...frozen, amount: rolled, rule: hasRate ? 'OUTSTANDING' : 'NO_RATE' }
    },
    paid: () => ({ paidIn: round(paidIn), received: round(received), isStale }),
  }
}

/** Index of the latest valuation on or before the day; -1 if none. */
function latestBy(valuations: readonly ValuationOfDay[], day: string): number {
  let [low, high] = [0, valuations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (valuations[middle]!.valuationDate <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
