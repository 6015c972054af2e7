// They read values in place, for tens of thousands of rows.
import { dateIn, dayBegins } from '#schema/money/dates.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { type AmountFacet, type Facet, type ActiveFilter, filterOf } from './facets.ts'
import { parentsIn, type RecordSearch } from '#web/records/names/record-search.ts'
import type { ConvertedAmounts } from '#web/records/figures/use-converted-amounts.ts'

export type RowTest = (row: AnyRow) => boolean

/** Recent tests by address: a view keeps its order while the function is the same. */
const testsByFacets = new WeakMap<readonly Facet[], Map<string, RowTest>>()
const maxCached = 20

type ChoiceFacet = Facet & { readonly kind: 'choice' }

export const isMoneyFacet = (facet: Facet): facet is AmountFacet => facet.kind === 'amount' && facet.isMoney

export function valueTest(
  entity: EntityName,
  facets: readonly Facet[],
  search: RecordSearch,
  timeZone: string,
  today: string,
): RowTest | undefined {
  const parents = Object.entries(parentsIn(entity, search))
  const active = facets.flatMap((facet) => {
    const filter = facet.kind === 'has' || isMoneyFacet(facet) ? null : filterOf(facet, search)
    return filter ? [{ facet, filter }] : []
  })
  if (parents.length === 0 && active.length === 0) return undefined
  const text = JSON.stringify([parents, active, timeZone, today])
  const cachedTests = testsByFacets.get(facets) ?? new Map<string, RowTest>()
  testsByFacets.set(facets, cachedTests)
  const cached = cachedTests.get(text)
  if (cached) return cached
  const test = allOf([
    ...parents.map(
      ([field, id]): RowTest =>
        (row) =>
          row[field] === id,
    ),
    ...active.map(({ facet, filter }) => testOf(facet, filter, timeZone, today)),
  ])
  if (cachedTests.size >= maxCached) cachedTests.clear()
  cachedTests.set(text, test)
  return test
}

export function allOf(tests: readonly RowTest[]): RowTest {
  if (tests.length === 1) return tests[0]!
  return (row) => {
    for (const test of tests) if (!test(row)) return false
    return true
  }
}

function testOf(facet: Facet, filter: ActiveFilter, timeZone: string, today: string): RowTest {
  if (facet.kind === 'has') throw new Error('Records of other entities are not values of the row')
  if (facet.kind === 'state') {
    const accepted = new Set('words' in filter ? filter.words : [])
    return (row) => accepted.has(facet.stateOf(row, today))
  }
  const { field } = facet
  if ('words' in filter) return wordTest(facet as ChoiceFacet, filter.words, today)
  if ('is' in filter) return (row) => Boolean(row[field]) === filter.is
  if ('min' in filter) {
    const [min, max] = [moneyKey(filter.min?.amount), moneyKey(filter.max?.amount)]
    return (row) => isBetween(moneyKey(row[field] as string | null), min, max)
  }
  const [from, to] = facet.kind === 'days' && facet.isMoment ? momentsOf(filter, timeZone) : [filter.from, filter.to]
  return (row) => isBetween(row[field] as string | null, from ?? null, to ?? null)
}

function wordTest(facet: ChoiceFacet, words: readonly string[], today: string): RowTest {
  const { field, isStatus } = facet
  const accepted = new Set(words)
  if ('shownAs' in facet) return (row) => accepted.has(facet.shownAs!(row, today))
  return isStatus
    ? (row) => accepted.has(statusClass(row[field] as string | null))
    : (row) => accepted.has(row[field] as string)
}

const isBetween = <Value extends string | number>(value: Value | null, from: Value | null, to: Value | null): boolean =>
  value !== null && (from === null || value >= from) && (to === null || value <= to)

function momentsOf({ from, to }: Extract<ActiveFilter, { from: unknown }>, timeZone: string) {
  const next = to && dateIn('UTC', new Date(Date.parse(to) + 86_400_000))
  return [
    from && dayBegins(timeZone, from).toISOString(),
    next && new Date(dayBegins(timeZone, next).getTime() - 1).toISOString(),
  ] as const
}

export interface AmountTests {
  readonly passes: RowTest
  readonly isOpen: RowTest
  readonly missingRate: (row: AnyRow) => string | undefined
}

/** Each bound is compared in its own currency. */
export function amountTests(
  facet: AmountFacet,
  search: RecordSearch,
  worth: ConvertedAmounts,
): AmountTests | undefined {
  const filter = filterOf(facet, search)
  if (!filter || !('min' in filter)) return undefined
  const bounds = [filter.min, filter.max].flatMap((bound, at) => {
    if (!bound) return []
    const currency = bound.currency ?? worth.currency
    const [key, keyOf] = [moneyKey(bound.amount)!, worth.keyOf(facet.field, currency)]
    const isWithin: RowTest = (row) => {
      const own = keyOf(row) as number | null
      return own !== null && (at === 0 ? own >= key : own <= key)
    }
    return [{ isWithin, lacking: worth.missingRate(facet.field, currency) }]
  })
  const passes = allOf(bounds.map(({ isWithin }) => isWithin))
  const lacking = (row: AnyRow) => {
    for (const bound of bounds) {
      const currency = bound.lacking(row)
      if (currency !== undefined) return currency
    }
    return undefined
  }
  return { passes, isOpen: (row) => lacking(row) !== undefined && !passes(row), missingRate: lacking }
}

export function hasTest(store: Store, { entity, via }: Extract<Facet, { kind: 'has' }>, is: boolean): RowTest {
  const owners = new Set<unknown>()
  for (const row of store.table(entity).scan() as Iterable<AnyRow>) owners.add(row[via])
  return ({ id }) => owners.has(id) === is
}
