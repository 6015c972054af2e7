// A cash flow without a holding is split over the investor's holdings in the project.
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { isPaidIn } from '#schema/entities/investments/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import { compare, isZero, split, subtract, sum } from '#schema/money/money.ts'
import type { ConvertOn } from '#schema/money/daily-converters.ts'
import type { Row } from '#schema/registry.ts'
import { rowsPerStep, runToEnd } from '#schema/kernel/steps.ts'
import type { DatedAmount } from '#schema/money/xirr.ts'

type Investment = Row<'investments'>
type CashFlow = Row<'cashFlows'>
export type OwnHolding = Pick<
  Investment,
  'id' | 'projectId' | 'investorId' | 'amount' | 'currency' | 'status' | 'investmentDate'
> &
  Partial<Pick<Investment, 'exitedOn'>>
export type OwnFlow = Pick<CashFlow, 'projectId' | 'investorId' | 'amount' | 'currency' | 'type' | 'date'> &
  Partial<Pick<CashFlow, 'investmentId' | 'moreDue'>>

/** 0 or more; the direction follows the type. */
export interface HoldingFlow {
  readonly date: string
  /** In the holding's currency at that day's rate; unrounded if converted. */
  readonly amount: string
  /** In the project's currency at that day's rate, unrounded; null without a rate. */
  readonly inProject: string | null
  readonly type: OwnFlow['type']
  /** From the investment's amount and date, for lack of calls. */
  readonly isAssumed: boolean
  /** The last expected distribution. */
  readonly isFinal: boolean
  /** A rate was more than a week old. */
  readonly isStale: boolean
}

export interface FlowsOfHoldings {
  /** By holding id, in order of days, calls first within a day. */
  readonly flows: ReadonlyMap<string, readonly HoldingFlow[]>
  /** By holding id, in the project's currency, unrounded; without calls that lack a rate. */
  readonly calls: ReadonlyMap<string, readonly DatedAmount[]>
  /** In no holding's `flows`. */
  readonly notConverted: readonly OwnFlow[]
  /** By holding id, the day of the first such flow. */
  readonly missingFrom: ReadonlyMap<string, string>
}

export interface FlowRates {
  readonly on: ConvertOn
  /** The holding's currency if unknown. */
  readonly currencyOf?: (projectId: string) => string | undefined
}

/**
 * A flow without a holding is split by amount: over holdings paid in and not exited by its day, else all paid in, else
 * commitments. A paid-in holding without calls counts as one call on its date.
 */
export const flowsOfHoldings = (
  holdings: readonly OwnHolding[],
  flows: Iterable<OwnFlow>,
  rates: FlowRates,
): FlowsOfHoldings => runToEnd(flowsInSteps(holdings, flows, rates))

/** `flows` may be rows that are only valid during a step. */
export function* flowsInSteps(
  holdings: readonly OwnHolding[],
  flows: Iterable<OwnFlow>,
  { on, currencyOf = () => undefined }: FlowRates,
): Generator<undefined, FlowsOfHoldings> {
  const found = new Map<string, HoldingFlow[]>()
  const calls = new Map<string, DatedAmount[]>()
  const withCall = new Set<string>()
  const notConverted: OwnFlow[] = []
  const missingFrom = new Map<string, string>()
  const groups = new Map<string, OwnHolding[]>()
  let rows = 0
  for (const holding of holdings) {
    if (++rows % rowsPerStep === 0) yield
    found.set(holding.id, [])
    calls.set(holding.id, [])
    const group = groupOf(holding)
    const known = groups.get(group)
    if (known) known.push(holding)
    else groups.set(group, [holding])
  }
  const navCurrencyOf = ({ projectId, currency }: OwnHolding) => currencyOf(projectId) ?? currency
  const add = (
    holding: OwnHolding,
    { amount, currency, type, date, moreDue }: OwnFlow,
    isAssumed: boolean,
  ): boolean => {
    const inHolding = converted(on, amount, date, [currency, holding.currency])
    const inProject = converted(on, amount, date, [currency, navCurrencyOf(holding)])
    if (isCall(type)) {
      withCall.add(holding.id)
      if (inProject) calls.get(holding.id)!.push({ date, amount: inProject.amount })
    }
    if (!inHolding) {
      const known = missingFrom.get(holding.id)
      if (known === undefined || date < known) missingFrom.set(holding.id, date)
      return false
    }
    found.get(holding.id)!.push({
      date,
      amount: inHolding.amount,
      inProject: inProject?.amount ?? null,
      type,
      isAssumed,
      isFinal: type === 'DISTRIBUTION' && !moreDue,
      isStale: inHolding.isStale || inProject?.isStale === true,
    })
    return true
  }
  for (const flow of flows) {
    if (++rows % rowsPerStep === 0) yield
    const groupHoldings = groups.get(groupOf(flow)) ?? []
    const isConverted = partsOf(flow, groupHoldings, on, navCurrencyOf).map(([holding, amount]) =>
      add(holding, { ...copyOfFlow(flow), amount }, false),
    )
    if (isConverted.includes(false) || (groupHoldings.length > 0 && isConverted.length === 0))
      notConverted.push(copyOfFlow(flow))
  }
  for (const holding of holdings) {
    if (++rows % rowsPerStep === 0) yield
    const { id, status, investmentDate: date } = holding
    if (isPaidIn(status) && !withCall.has(id)) add(holding, { ...holding, type: 'CAPITAL_CALL', date }, true)
    found.get(id)!.sort(byDay)
  }
  return { flows: found, calls, notConverted, missingFrom }
}

/** Rows that a table reads in place have no own properties to spread. */
const copyOfFlow = ({
  projectId,
  investorId,
  amount,
  currency,
  type,
  date,
  investmentId,
  moreDue,
}: OwnFlow): OwnFlow => ({
  projectId,
  investorId,
  amount,
  currency,
  type,
  date,
  ...(investmentId === undefined ? {} : { investmentId }),
  ...(moreDue === undefined ? {} : { moreDue }),
})

const groupOf = ({ investorId, projectId }: Pick<OwnFlow, 'investorId' | 'projectId'>): string =>
  `${investorId} ${projectId}`

const byDay = (a: HoldingFlow, b: HoldingFlow): number =>
  a.date === b.date ? Number(isCall(b.type)) - Number(isCall(a.type)) : a.date < b.date ? -1 : 1

const converted = (on: ConvertOn, amount: string, day: string, [from, to]: readonly [string, string]) =>
  from === to ? { amount, isStale: false } : on(day)(amount, from, to)

/** Empty if amounts cannot be compared. */
function partsOf(
  flow: OwnFlow,
  groupHoldings: readonly OwnHolding[],
  on: ConvertOn,
  navCurrencyOf: (holding: OwnHolding) => string,
): readonly (readonly [OwnHolding, string])[] {
  const named = flow.investmentId == null ? undefined : groupHoldings.find(({ id }) => id === flow.investmentId)
  // A remaining cent goes to the lowest id.
  const sharing = named ? [named] : sharingIn(groupHoldings, flow.date).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const [first] = sharing
  if (!first) return []
  if (sharing.length === 1) return [[first, flow.amount]]
  const isOneCurrency = sharing.every(({ currency }) => currency === first.currency)
  const weights = sharing.map((each) =>
    isOneCurrency
      ? each.amount
      : (converted(on, each.amount, flow.date, [each.currency, navCurrencyOf(each)])?.amount ?? '0'),
  )
  if (isZero(sum(weights))) return []
  return split(flow.amount, weights).map((part, i) => [sharing[i]!, part])
}

function sharingIn(holdings: readonly OwnHolding[], day: string): readonly OwnHolding[] {
  const paidIn = holdings.filter(({ status }) => isPaidIn(status))
  const live = paidIn.filter(
    ({ investmentDate, exitedOn }) => investmentDate <= day && (exitedOn == null || exitedOn >= day),
  )
  return live.length ? live : paidIn.length ? paidIn : holdings
}

export const paidInOf = (flows: readonly HoldingFlow[]): string =>
  sum(flows.filter(({ type }) => isCall(type)).map(({ amount }) => amount))
export const paidOutOf = (flows: readonly HoldingFlow[]): string =>
  sum(flows.filter(({ type }) => !isCall(type)).map(({ amount }) => amount))

/** 0 after an exit. */
export function unpaidAmount({ amount, status }: Pick<OwnHolding, 'amount' | 'status'>, paidIn: string): string {
  const unpaid = subtract(amount, paidIn)
  return statusClass(status) === 'EXITED' || compare(unpaid, '0') < 0 ? '0.00' : unpaid
}

/** Amounts paid in are negative. */
export const asReceived = (flows: readonly HoldingFlow[]): DatedAmount[] =>
  flows.map((each) => ({ date: each.date, amount: isCall(each.type) ? subtract('0', each.amount) : each.amount }))
