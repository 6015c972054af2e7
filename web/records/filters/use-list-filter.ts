import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { type Facet, givenOf } from './facets.ts'
import { allOf, type AmountTests, amountTests, hasTest, isMoneyFacet, valueTest, type RowTest } from './list-filter.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useWorth } from '#web/records/figures/use-worth.ts'

type Has = Extract<Facet, { kind: 'has' }>

export interface ListFilter {
  readonly passes: RowTest | undefined
  readonly open: OpenRows | undefined
}

export interface OpenRows {
  readonly test: RowTest
  readonly lacking: (row: AnyRow) => string | undefined
}

/** Stable while the filters are the same. */
export function useListFilter(entity: EntityName, facets: readonly Facet[], search: RecordSearch): ListFilter {
  const store = useStore()
  const own = valueTest(entity, facets, search, useDates().timeZone, useToday())
  const amounts = useAmounts(entity, facets, search)
  const has = useHas(store, facets, search)
  return useMemo(() => {
    const together = (amount: RowTest | undefined): RowTest | undefined => {
      const tests = [own, amount, has].filter((each) => each !== undefined)
      return tests.length > 0 ? allOf(tests) : undefined
    }
    const test = amounts && together(amounts.isOpen)
    return { passes: together(amounts?.passes), open: test && { test, lacking: amounts.lacking } }
  }, [own, amounts, has])
}

function useAmounts(entity: EntityName, facets: readonly Facet[], search: RecordSearch): AmountTests | undefined {
  const worth = useWorth(entity)
  const facet = facets.find(isMoneyFacet)
  const { min, max } = search
  return useMemo(
    () => facet && amountTests(facet, { ...(min && { min }), ...(max && { max }) }, worth),
    [facet, min, max, worth],
  )
}

function useHas(store: Store, facets: readonly Facet[], search: RecordSearch): RowTest | undefined {
  const active = facets.flatMap((facet) => {
    const given = facet.kind === 'has' ? givenOf(facet, search) : null
    return facet.kind === 'has' && given && 'is' in given ? [{ facet, is: given.is }] : []
  })
  const text = JSON.stringify(active)
  const tables = useMemo(
    () => (JSON.parse(text) as typeof active).map(({ facet }) => store.table(facet.entity)),
    [store, text],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = tables.map((table) => table.subscribe(listener))
      return () => leave.forEach((each) => each())
    },
    [tables],
  )
  // Hidden rows may match again, so every change of those records filters again.
  const version = useSyncExternalStore(subscribe, () => tables.reduce((sum, table) => sum + table.version, 0))
  return useMemo(() => {
    const wanted = JSON.parse(text) as { readonly facet: Has; readonly is: boolean }[]
    if (wanted.length === 0 || version < 0) return undefined
    return allOf(wanted.map(({ facet, is }) => hasTest(store, facet, is)))
  }, [store, text, version])
}
