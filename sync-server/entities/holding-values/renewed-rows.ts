import { createHash } from 'node:crypto'
import { dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { lastOfEachDay, navRatio, paidInBy, type Sharer, splitNav } from '#schema/portfolio/nav-split.ts'
import { isCall } from '#schema/entities/cash-flows/entity.ts'
import { divide, partialSum } from '#schema/money/money.ts'
import { latestValuation } from '#schema/entities/valuations/entity.ts'
import type { Stored } from '#server/records/rows/entity-rules.ts'
import type { DependentSet } from '#server/records/rows/working-set.ts'
import { currencyOf, ofProject, paymentRowsOf, sharersOf } from './project-book.ts'
import { registry } from '#schema/registry.ts'

export const ofValuation = { entity: 'holdingValues', field: 'valuationId' } as const
export const ofHolding = { entity: 'holdingValues', field: 'investmentId' } as const

export interface Scope {
  /** Valuations from this day on; null: none by day. */
  readonly from: string | null
  readonly valuations: ReadonlySet<string>
  readonly investors: ReadonlySet<string>
  readonly isWhole: boolean
}

/** One investor's writes must become visible together. */
export interface Write {
  readonly investorId: string | null
  readonly apply: () => void
}

export interface Renewal {
  /** Whether the job still has to recalculate holdings; it recalculates everything. */
  readonly isWaiting: boolean
  readonly writes: readonly Write[]
  readonly ratios: readonly Write[]
  /** Shows holdings as being recalculated until `writes` are done. */
  readonly pendingFlags: readonly Write[]
  readonly emptyRatios: readonly Write[]
}

/** A recreated share is the same row. */
export function idOfShare(investmentId: string, valuationId: string): string {
  const digits = createHash('sha256').update(`${investmentId} ${valuationId}`).digest('hex')
  const variant = '89ab'[parseInt(digits[16]!, 16) % 4]!
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

export async function renewalOf(set: DependentSet, projectId: string, scope: Scope): Promise<Renewal> {
  const valuations = (await set.children(ofProject.valuations, projectId)) as Stored<'valuations'>[]
  const latest = latestValuation(valuations)
  const isMoved = scope.isWhole || scope.valuations.size > 0
  const affected = valuations.filter(
    (each) =>
      (scope.from !== null && each.valuationDate >= scope.from) ||
      scope.valuations.has(each.id) ||
      (isMoved && each === latest),
  )
  const none = { isWaiting: false, writes: [], ratios: [], pendingFlags: [], emptyRatios: [] }
  if (affected.length === 0 && !isMoved) {
    const holdings = (await set.children(ofProject.investments, projectId)) as Stored<'investments'>[]
    const isFresh = ({ investorId, value, valueDate }: Stored<'investments'>) =>
      scope.investors.has(investorId) && value === null && valueDate === null
    const fields = latest && { value: '0.00', valueDate: latest.valuationDate, valueRatio: null }
    const fresh = fields ? holdings.filter(isFresh) : []
    return {
      ...none,
      writes: fresh.map((row) => ({
        investorId: row.investorId,
        apply: () => set.setMaintained('investments', row, fields!),
      })),
    }
  }
  const rows = await paymentRowsOf(set, projectId)
  const sharers = await sharersOf(set, projectId, rows)
  const shares = await sharesIn(set, affected, sharers)
  const latestShares = await latestSharesOf(set, { projectId, valuations, sharers, shares: shares.wanted, affected })
  const marked = rows.holdings.filter(({ value }) => value !== null)
  const date = latest?.valuationDate
  return {
    isWaiting: rows.holdings.some(({ value, valueDate: day }) => value === null && day !== null),
    writes: [...shares.writes, ...latestShares],
    ratios: affected.flatMap((row) => {
      const valueRatio = navRatio(row, [...sharers.values()])
      return valueRatio === row.valueRatio
        ? []
        : [{ investorId: null, apply: () => set.setMaintained('valuations', row, { valueRatio }) }]
    }),
    pendingFlags: marked.map((row) => ({
      investorId: row.investorId,
      apply: () =>
        set.setMaintained('investments', row, { value: null, valueRatio: null, valueDate: date ?? row.valueDate }),
    })),
    emptyRatios: affected
      .filter(({ valueRatio }) => valueRatio !== null)
      .map((row) => ({ investorId: null, apply: () => set.setMaintained('valuations', row, { valueRatio: null }) })),
  }
}

type Shares = ReadonlyMap<string, ReadonlyMap<string, string>>

async function sharesIn(
  set: DependentSet,
  affected: readonly Stored<'valuations'>[],
  sharers: ReadonlyMap<string, Sharer>,
): Promise<{ readonly wanted: Shares; readonly writes: readonly Write[] }> {
  const wanted = new Map(affected.map((each) => [each.id, splitNav(each, [...sharers.values()])]))
  const ids = [...wanted].flatMap(([valuationId, shares]) => [...shares.keys()].map((id) => idOfShare(id, valuationId)))
  await set.loadChildren(
    ofValuation,
    affected.map(({ id }) => id),
  )
  const present = affected.flatMap(({ id }) => set.loadedChildren(ofValuation, id)) as Stored<'holdingValues'>[]
  const live = new Map(present.map((row) => [row.id, row]))
  // A deleted share is restored as the same row.
  await set.load(
    registry.holdingValues,
    ids.filter((id) => !live.has(id)),
  )
  const writes: Write[] = []
  for (const { id: valuationId, valuationDate } of affected)
    for (const [investmentId, value] of wanted.get(valuationId)!) {
      const id = idOfShare(investmentId, valuationId)
      const { investorId } = sharers.get(investmentId)!.holding
      const row = live.get(id)
      live.delete(id)
      if (row?.value === value && row.investorId === investorId && row.valuationDate === valuationDate) continue
      const values = { investmentId, valuationId, investorId, valuationDate, value }
      writes.push({
        investorId,
        apply: () => set.put('holdingValues', id, values, set.peek('holdingValues', id)),
      })
    }
  for (const row of live.values())
    writes.push({ investorId: row.investorId, apply: () => set.remove('holdingValues', row) })
  return { wanted, writes }
}

interface StoredShareSources {
  readonly projectId: string
  readonly valuations: readonly Stored<'valuations'>[]
  readonly affected: readonly Stored<'valuations'>[]
  readonly sharers: ReadonlyMap<string, Sharer>
  readonly shares: Shares
}

async function latestSharesOf(
  set: DependentSet,
  { projectId, valuations, affected, sharers, shares }: StoredShareSources,
): Promise<Write[]> {
  const navCurrency = await currencyOf(set, projectId)
  const days = lastOfEachDay(valuations)
  const last = days.at(-1)
  const renewed = new Set(affected.map(({ id }) => id))
  const earlier = days.filter(({ id }) => !renewed.has(id))
  // Only an exited holding needs a share before the latest.
  const exitedHoldings = [...sharers.values()].filter(
    ({ holding: { id }, calls }) => calls.length > 0 && last !== undefined && !shares.get(last.id)?.has(id),
  )
  if (earlier.length > 0)
    await set.loadChildren(
      ofHolding,
      exitedHoldings.map(({ holding }) => holding.id),
    )
  const latestOf = ({ holding: { id } }: Sharer) => {
    const sharesByValuation = new Map(
      earlier.length > 0 && !(last && shares.get(last.id)?.has(id))
        ? (set.loadedChildren(ofHolding, id) as Stored<'holdingValues'>[])
            .filter(({ valuationId }) => !renewed.has(valuationId))
            .map((row) => [row.valuationId, row.value])
        : [],
    )
    for (const day of days.toReversed()) {
      const value = shares.get(day.id)?.get(id) ?? sharesByValuation.get(day.id)
      if (value !== undefined) return { value, valueDate: day.valuationDate }
    }
    return undefined
  }
  const isForeign = [...sharers.values()].some(({ holding }) => holding.currency !== navCurrency)
  const on = dailyConvertersOf(isForeign ? ((await set.all('exchangeRates')) as Stored<'exchangeRates'>[]) : [])
  return [...sharers.values()].flatMap((sharer) => {
    const row = sharer.holding as Stored<'investments'>
    const latest = latestOf(sharer)
    const { value, valueDate } = latest ?? { value: last ? '0.00' : null, valueDate: last?.valuationDate ?? null }
    const valueRatio = latest ? ratioOf(sharer, latest, navCurrency, on) : null
    if (row.value === value && row.valueDate === valueDate && row.valueRatio === valueRatio) return []
    const apply = () =>
      set.setMaintained('investments', set.peek('investments', row.id)!, { value, valueDate, valueRatio })
    return [{ investorId: row.investorId, apply }]
  })
}

function ratioOf(
  { holding: { currency }, flows, calls }: Sharer,
  { value, valueDate }: { readonly value: string; readonly valueDate: string },
  navCurrency: string,
  on: ReturnType<typeof dailyConvertersOf>,
): string | null {
  if (currency === navCurrency) return divide(value, paidInBy(calls, valueDate), 6)
  const converted = on(valueDate)(value, navCurrency, currency)
  const paidIn = partialSum(
    flows.flatMap(({ type, date, amount }) => (isCall(type) && date <= valueDate ? [amount] : [])),
  )
  return converted && divide(converted.amount, paidIn, 6)
}
