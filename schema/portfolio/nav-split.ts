// By what each holding had paid in by the valuation's day (finance page, "NAV share").
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { divide, isZero, partialSum, split } from '#schema/money/money.ts'
import type { HoldingFlow, OwnHolding } from './investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import { isLater } from '#schema/entities/valuations/entity.ts'
import type { DatedAmount } from '#schema/money/xirr.ts'

export type Nav = Pick<Row<'valuations'>, 'id' | 'projectId' | 'valuationDate' | 'nav'>

export interface Sharer {
  readonly holding: OwnHolding
  readonly flows: readonly HoldingFlow[]
  /** In the project's currency. */
  readonly calls: readonly DatedAmount[]
}

/** Valid until the next one. */
export interface ValuationOfDay {
  readonly id: string
  readonly valuationDate: string
  /** In the project's currency, two decimals; null if nothing was paid in or the holding had exited. */
  readonly shareOf: (holdingId: string) => string | null
}

/** Exits without a day end with their last payment. */
export function exitDayOf({ status, exitedOn }: OwnHolding, flows: readonly HoldingFlow[]): string | null {
  if (statusClass(status) !== 'EXITED') return null
  return exitedOn ?? flows.findLast(({ type }) => !isCall(type))?.date ?? null
}

/** In the project's currency, unrounded. */
export const paidInBy = (calls: readonly DatedAmount[], day: string): string =>
  partialSum(calls.flatMap(({ date, amount }) => (date <= day ? [amount] : [])))

/** Whether a holding has exited by the end of the day; a NAV of that day is not split over it. */
function hasLeftBy({ holding, flows }: Pick<Sharer, 'holding' | 'flows'>, day: string): boolean {
  if (statusClass(holding.status) !== 'EXITED') return false
  const exitDay = exitDayOf(holding, flows)
  return exitDay === null || exitDay <= day
}

function sharesByPaidIn(sharers: readonly Sharer[], day: string): readonly (readonly [string, string])[] {
  return sharers
    .filter((each) => !hasLeftBy(each, day))
    .map(({ holding, calls }) => [holding.id, paidInBy(calls, day)] as const)
    .filter(([, paidIn]) => !isZero(paidIn))
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** NAV / paid in, six decimals; null if nothing was paid in. For apps of an earlier build. */
export function navRatio({ nav, valuationDate }: Nav, sharers: readonly Sharer[]): string | null {
  const paidIn = partialSum(sharesByPaidIn(sharers, valuationDate).map(([, each]) => each))
  return divide(nav, paidIn, 6)
}

/** By holding id; empty if nothing was paid in. */
export function splitNav({ nav, valuationDate }: Nav, sharers: readonly Sharer[]): ReadonlyMap<string, string> {
  const paidIn = sharesByPaidIn(sharers, valuationDate)
  if (paidIn.length === 0) return new Map()
  const shares = split(
    nav,
    paidIn.map(([, each]) => each),
  )
  return new Map(paidIn.map(([id], i) => [id, shares[i]!]))
}

/** In order of days. */
export function lastOfEachDay<Each extends Pick<Nav, 'id' | 'valuationDate'>>(valuations: Iterable<Each>): Each[] {
  const byDay = new Map<string, Each>()
  for (const each of valuations) {
    const known = byDay.get(each.valuationDate)
    if (!known || isLater(each, known)) byDay.set(each.valuationDate, each)
  }
  return [...byDay.values()].sort((a, b) => (a.valuationDate < b.valuationDate ? -1 : 1))
}

/** Each NAV is split on demand. */
export const valuationsOfProject = (navs: Iterable<Nav>, sharers: readonly Sharer[]): readonly ValuationOfDay[] =>
  lastOfEachDay(navs).map((nav) => {
    let shares: ReadonlyMap<string, string> | undefined
    return {
      id: nav.id,
      valuationDate: nav.valuationDate,
      shareOf: (id) => (shares ??= splitNav(nav, sharers)).get(id) ?? null,
    }
  })
