// From NAVs for staff, from the server's shares for investors.
import type { HoldingHistory, ValuedHolding } from './holding-value.ts'
import type { ConvertOn } from '#schema/money/daily-converters.ts'
import { lastOfEachDay, type Nav, type Sharer, valuationsOfProject } from './nav-split.ts'
import { flowsInSteps, type OwnFlow } from './investor-flows.ts'
import type { Row } from '#schema/registry.ts'
import { rowsPerStep, runToEnd } from '#schema/kernel/steps.ts'

interface Sources<Holding extends ValuedHolding> {
  readonly holdings: Iterable<Holding>
  readonly flows: Iterable<OwnFlow>
  /** Undefined if the project is not on this device. */
  readonly currencyOf: (projectId: string) => string | undefined
  /** In percent; null: none. */
  readonly growth: string | null
  readonly on: ConvertOn
}

/** `holdings` are all of the projects, because a NAV is split over all. */
export interface NavSources<Holding extends ValuedHolding> extends Sources<Holding> {
  readonly valuations: Iterable<Nav>
}

/** `holdings` are the investor's own. */
export interface ShareSources<Holding extends InvestorsHolding> extends Sources<Holding> {
  readonly holdingValues: Iterable<Share>
  readonly valuations: Iterable<Pick<Nav, 'id' | 'projectId' | 'valuationDate'>>
}

type Share = Pick<Row<'holdingValues'>, 'investmentId' | 'valuationId' | 'valuationDate' | 'value'>
type InvestorsHolding = ValuedHolding &
  Partial<Pick<Row<'investments'>, 'value' | 'valueDate' | 'valueRatio' | 'projectCurrency'>>

export interface HoldingHistories {
  readonly byHolding: ReadonlyMap<string, HoldingHistory>
  /** Their holdings are NO_RATE from that day on. */
  readonly notConverted: readonly OwnFlow[]
}

export const historiesFromNavs = <Holding extends ValuedHolding>(sources: NavSources<Holding>): HoldingHistories =>
  runToEnd(navHistoriesInSteps(sources))

/** The same figures as staff have. */
export const historiesFromShares = <Holding extends InvestorsHolding>(
  sources: ShareSources<Holding>,
): HoldingHistories => runToEnd(shareHistoriesInSteps(sources))

/** The rows may only be valid during a step. */
export function* navHistoriesInSteps<Holding extends ValuedHolding>(
  sources: NavSources<Holding>,
): Generator<undefined, HoldingHistories> {
  const holdings = yield* copiesOf(sources.holdings, copyOfHolding)
  const navs = Map.groupBy(yield* copiesOf(sources.valuations, copyOfNav), ({ projectId }) => projectId)
  const payments = yield* paymentsOf(holdings, sources, sources.currencyOf)
  const histories = new Map<string, HoldingHistory>()
  for (const [projectId, projectHoldings] of Map.groupBy(holdings, (each) => each.projectId)) {
    yield
    const sharers = projectHoldings.map((holding) => payments.sharerOf(holding))
    const valuations = valuationsOfProject(navs.get(projectId) ?? [], sharers)
    const valued = { valuations, isValued: valuations.length > 0, isRecalculating: false }
    for (const holding of projectHoldings) histories.set(holding.id, { ...payments.historyOf(holding), ...valued })
  }
  return { byHolding: histories, notConverted: payments.notConverted }
}

/** The rows may only be valid during a step. */
export function* shareHistoriesInSteps<Holding extends InvestorsHolding>(
  sources: ShareSources<Holding>,
): Generator<undefined, HoldingHistories> {
  const holdings = yield* copiesOf(sources.holdings, copyOfInvestorsHolding)
  const shares = Map.groupBy(yield* copiesOf(sources.holdingValues, copyOfShare), ({ investmentId }) => investmentId)
  const visible = Map.groupBy(yield* copiesOf(sources.valuations, copyOfDay), ({ projectId }) => projectId)
  const currencies = new Map(holdings.map(({ projectId, projectCurrency }) => [projectId, projectCurrency]))
  const currencyOf = (id: string) => sources.currencyOf(id) ?? currencies.get(id) ?? undefined
  const payments = yield* paymentsOf(holdings, sources, currencyOf)
  const histories = new Map<string, HoldingHistory>()
  for (const holding of holdings) {
    yield
    const { id, projectId, value, valueDate, valueRatio } = holding
    const sharesByValuation = new Map((shares.get(id) ?? []).map((each) => [each.valuationId, each]))
    const dates = new Map((visible.get(projectId) ?? []).map((each) => [each.id, each.valuationDate]))
    for (const { valuationId, valuationDate } of sharesByValuation.values()) dates.set(valuationId, valuationDate)
    // A holding paid in after the latest valuation has no share of it, only its day.
    const hasLatest = valueDate == null || [...dates.values()].includes(valueDate)
    if (!hasLatest) dates.set(id, valueDate)
    const days = lastOfEachDay([...dates].map(([each, valuationDate]) => ({ id: each, valuationDate })))
    histories.set(id, {
      ...payments.historyOf(holding),
      valuations: days.map((each) => ({ ...each, shareOf: () => sharesByValuation.get(each.id)?.value ?? null })),
      isValued: days.length > 0,
      // Rows of an earlier build have a ratio but no share.
      isRecalculating: value == null && (valueDate != null || valueRatio != null),
    })
  }
  return { byHolding: histories, notConverted: payments.notConverted }
}

/** Rows that a table reads in place have no own properties. */
function* copiesOf<Each, Copy>(
  rows: Iterable<Each>,
  copyOf: (row: Each) => Copy,
): Generator<undefined, readonly Copy[]> {
  const copies: Copy[] = []
  for (const each of rows) if (copies.push(copyOf(each)) % rowsPerStep === 0) yield
  return copies
}

const copyOfHolding = (row: ValuedHolding) => ({
  id: row.id,
  projectId: row.projectId,
  investorId: row.investorId,
  amount: row.amount,
  currency: row.currency,
  status: row.status,
  investmentDate: row.investmentDate,
  exitedOn: row.exitedOn ?? null,
  exitedFromStart: row.exitedFromStart ?? false,
  nothingMoreDue: row.nothingMoreDue ?? false,
})

const copyOfInvestorsHolding = (row: InvestorsHolding) => ({
  ...copyOfHolding(row),
  value: row.value,
  valueDate: row.valueDate,
  valueRatio: row.valueRatio,
  projectCurrency: row.projectCurrency,
})

const copyOfDay = ({ id, projectId, valuationDate }: Pick<Nav, 'id' | 'projectId' | 'valuationDate'>) => ({
  id,
  projectId,
  valuationDate,
})
const copyOfNav = (row: Nav): Nav => ({ ...copyOfDay(row), nav: row.nav })

const copyOfShare = ({ investmentId, valuationId, valuationDate, value }: Share): Share => ({
  investmentId,
  valuationId,
  valuationDate,
  value,
})

function* paymentsOf<Holding extends ValuedHolding>(
  holdings: readonly Holding[],
  { flows, growth, on }: Pick<Sources<Holding>, 'flows' | 'growth' | 'on'>,
  currencyOf: Sources<Holding>['currencyOf'],
) {
  const flowsByHolding = yield* flowsInSteps(holdings, flows, { on, currencyOf })
  const flowsOf = ({ id }: Holding) => flowsByHolding.flows.get(id)!
  return {
    sharerOf: (holding: Holding): Sharer => ({
      holding,
      flows: flowsOf(holding),
      calls: flowsByHolding.calls.get(holding.id)!,
    }),
    notConverted: flowsByHolding.notConverted,
    historyOf: (holding: Holding) => ({
      holding,
      flows: flowsOf(holding),
      missingFrom: flowsByHolding.missingFrom.get(holding.id) ?? null,
      navCurrency: currencyOf(holding.projectId) ?? holding.currency,
      growth,
      on,
    }),
  }
}
