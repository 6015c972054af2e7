import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { EntityName } from '#schema/registry.ts'
import type { Store } from '#web/store/contract.ts'
import { useDates } from '#web/ui/format/use-dates.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { type Facet, givenOf, keysOf } from './facets.ts'
import { allOf, hasTest, ownTest, type RowTest, wholeTest } from './list-filter.ts'
import type { RecordSearch } from './record-search.ts'
import { isKeptSum, useWholeSums } from './use-whole-sums.ts'

type Has = Extract<Facet, { kind: 'has' }>

/** Which rows the address leaves; the same function while it asks for the same. */
export function useListFilter(entity: EntityName, facets: readonly Facet[], search: RecordSearch): RowTest | undefined {
  const store = useStore()
  const [plain, summed] = useMemo(() => {
    const isSummed = (facet: Facet) => facet.kind === 'amount' && isKeptSum(entity, facet.field)
    return [facets.filter((facet) => !isSummed(facet)), facets.filter(isSummed)]
  }, [entity, facets])
  const own = ownTest(entity, plain, search, useDates().timeZone, useToday())
  const whole = useWhole(entity, summed, search)
  const has = useHas(store, plain, search)
  return useMemo(() => {
    const tests = [own, whole, has].filter((each) => each !== undefined)
    return tests.length > 0 ? allOf(tests) : undefined
  }, [own, whole, has])
}

function useWhole(entity: EntityName, facets: readonly Facet[], search: RecordSearch): RowTest | undefined {
  const sums = useWholeSums(entity)
  const text = JSON.stringify(facets.flatMap((facet) => keysOf(facet).map((key) => [key, search[key as 'min']])))
  return useMemo(
    () => sums && wholeTest(facets, Object.fromEntries(JSON.parse(text) as [string, string][]), sums),
    [facets, text, sums],
  )
}

function useHas(store: Store, facets: readonly Facet[], search: RecordSearch): RowTest | undefined {
  const asked = facets.flatMap((facet) => {
    const given = facet.kind === 'has' ? givenOf(facet, search) : null
    return facet.kind === 'has' && given && 'is' in given ? [{ facet, is: given.is }] : []
  })
  const text = JSON.stringify(asked)
  const tables = useMemo(
    () => (JSON.parse(text) as typeof asked).map(({ facet }) => store.table(facet.entity)),
    [store, text],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = tables.map((table) => table.subscribe(listener))
      return () => leave.forEach((each) => each())
    },
    [tables],
  )
  // A row that is not shown may have to come back, so each change of those records filters anew.
  const version = useSyncExternalStore(subscribe, () => tables.reduce((sum, table) => sum + table.version, 0))
  return useMemo(() => {
    const wanted = JSON.parse(text) as { readonly facet: Has; readonly is: boolean }[]
    if (wanted.length === 0 || version < 0) return undefined
    return allOf(wanted.map(({ facet, is }) => hasTest(store, facet, is)))
  }, [store, text, version])
}
