import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { type Facet, filterOf } from './facets.ts'
import { allOf, type AmountTests, amountTests, hasTest, isMoneyFacet, valueTest, type RowTest } from './list-filter.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useConvertedAmounts } from '#web/records/figures/use-converted-amounts.ts'

type HasFacet = Extract<Facet, { kind: 'has' }>

export interface ListFilter {
  readonly passes: RowTest | undefined
  readonly open: OpenRows | undefined
}

export interface OpenRows {
  readonly test: RowTest
  readonly missingRate: (row: AnyRow) => string | undefined
}

export function useListFilter(entity: EntityName, facets: readonly Facet[], search: RecordSearch): ListFilter {
  const store = useStore()
  const valuePasses = valueTest(entity, facets, search, useDates().timeZone, useToday())
  const amounts = useAmounts(entity, facets, search)
  const has = useHas(store, facets, search)
  return useMemo(() => {
    const combine = (amount: RowTest | undefined): RowTest | undefined => {
      const tests = [valuePasses, amount, has].filter((each) => each !== undefined)
      return tests.length > 0 ? allOf(tests) : undefined
    }
    const test = amounts && combine(amounts.isOpen)
    return { passes: combine(amounts?.passes), open: test && { test, missingRate: amounts.missingRate } }
  }, [valuePasses, amounts, has])
}

function useAmounts(entity: EntityName, facets: readonly Facet[], search: RecordSearch): AmountTests | undefined {
  const worth = useConvertedAmounts(entity)
  const facet = facets.find(isMoneyFacet)
  const { min, max } = search
  return useMemo(
    () => facet && amountTests(facet, { ...(min && { min }), ...(max && { max }) }, worth),
    [facet, min, max, worth],
  )
}

function useHas(store: Store, facets: readonly Facet[], search: RecordSearch): RowTest | undefined {
  const active = facets.flatMap((facet) => {
    const filter = facet.kind === 'has' ? filterOf(facet, search) : null
    return facet.kind === 'has' && filter && 'is' in filter ? [{ facet, is: filter.is }] : []
  })
  const text = JSON.stringify(active)
  const tables = useMemo(
    () => (JSON.parse(text) as typeof active).map(({ facet }) => store.table(facet.entity)),
    [store, text],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribes = tables.map((table) => table.subscribe(listener))
      return () => unsubscribes.forEach((each) => each())
    },
    [tables],
  )
  // Hidden rows may match again, so every change of those records filters again.
  const version = useSyncExternalStore(subscribe, () => tables.reduce((sum, table) => sum + table.version, 0))
  return useMemo(() => {
    const conditions = JSON.parse(text) as { readonly facet: HasFacet; readonly is: boolean }[]
    if (conditions.length === 0 || version < 0) return undefined
    return allOf(conditions.map(({ facet, is }) => hasTest(store, facet, is)))
  }, [store, text, version])
}
