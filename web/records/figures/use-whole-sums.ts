// Completes the sums that rows maintain in one currency (schema/records/cached-sums.ts). The missing amounts are
// counted once per table version and shared by all readers.
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type AnyRow, type Entity, perEntity } from '#schema/kernel/entity.ts'
import type { MaintainedSum } from '#schema/kernel/field.ts'
import {
  type OtherCurrencyAmounts,
  otherCurrencyAmountsOf,
  isSameAmounts,
  type TotalSum,
  totalSum,
} from '#schema/records/cached-sums.ts'
import { type EntityName, registry } from '#schema/registry.ts'
import type { Store, Table } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'
import { currencyInStore, currencyOf } from './currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { type SharedWalk, sharedWalk } from '#web/records/data/shared-walk.ts'
import { useExchange } from './use-exchange.ts'

type Lacking = ReadonlyMap<string, OtherCurrencyAmounts>

export interface WholeSums {
  /** In the record's currency, or in the reader's if the entity has none. */
  readonly of: (row: AnyRow, field: string) => TotalSum
  readonly partsOf: (row: AnyRow, field: string) => Iterable<readonly [currency: string, amount: string]>
  readonly fields: ReadonlySet<string>
  /** Whether the stored sums need no completion. */
  readonly areComplete: boolean
  readonly currency: string
}

type MaintainedSums = readonly (readonly [field: string, sums: MaintainedSum])[]

/** One list per entity: it is the cache key of the walk. */
const maintainedSums = perEntity((of): MaintainedSums =>
  Object.entries(of.fields).flatMap(([field, { sums }]) => (sums ? [[field, sums]] : [])),
)
const maintainedSumsOf = (entity: EntityName): MaintainedSums => maintainedSums(registry[entity])

export const isMaintainedSum = (entity: EntityName, field: string): boolean =>
  (registry[entity] as Entity).fields[field]?.sums !== undefined

function lackingIn(store: Store, entity: EntityName): SharedWalk<Lacking> {
  const sums = maintainedSumsOf(entity)
  const tableOf = (name: string): Table => store.table(name as EntityName)
  const hasCurrency = 'currency' in registry[entity].fields
  const names = [...sums.map(([, { entity }]) => entity as EntityName), ...(hasCurrency ? [entity] : [])]
  let before: Lacking | undefined
  return sharedWalk(store, sums, [...new Set(names)], function* counting() {
    const currencies = new Map<string, string>()
    if (hasCurrency) for (const { id, currency } of tableOf(entity).scan()) currencies.set(id, currency as string)
    const found = new Map<string, OtherCurrencyAmounts>()
    for (const [field, of] of sums)
      found.set(
        field,
        yield* otherCurrencyAmountsOf(tableOf(of.entity).scan(), of, (id) => currencies.get(id) ?? of.currency),
      )
    const was = before
    // An equal result keeps its object, so that no list is sorted again.
    const isSame = was && [...found].every(([field, others]) => isSameAmounts(others, was.get(field)!))
    before = isSame ? was : found
    return before
  })
}

const none: { readonly value: Lacking } = { value: new Map() }
const nothing: SharedWalk<Lacking> = { found: () => none, subscribe: () => () => {} }

/** Undefined until the missing amounts are counted. Stable while the result is equal. */
export function useWholeSums(entity: EntityName): WholeSums | undefined {
  const store = useStore()
  const exchange = useExchange()
  const fields = useMemo(() => new Set(maintainedSumsOf(entity).map(([field]) => field)), [entity])
  const source = fields.size > 0 ? lackingIn(store, entity) : nothing
  const subscribe = useCallback((listener: () => void) => source.subscribe(listener), [source])
  const lacking = useSyncExternalStore(subscribe, () => source.found()?.value)
  return useMemo((): WholeSums | undefined => {
    if (!lacking) return undefined
    const read = readerOf(store)
    const currencyOfRow = (row: AnyRow) => currencyOf(entity, row, read)
    const currencyIn = (row: AnyRow) => currencyInStore(store, entity, row, read)
    const storedSum = (row: AnyRow, field: string) => row[field] as string
    const othersIn = (row: AnyRow, field: string) => lacking.get(field)?.get(row.id)
    const isOwn = 'currency' in registry[entity].fields
    return {
      fields,
      currency: exchange.currency,
      areComplete:
        [...lacking.values()].every(({ size }) => size === 0) &&
        (isOwn || maintainedSumsOf(entity).every(([, of]) => of.currency === exchange.currency)),
      of: (row, field) =>
        totalSum(storedSum(row, field), currencyIn(row), othersIn(row, field), {
          convert: exchange.convert,
          currency: currencyOfRow(row) ?? exchange.currency,
        }),
      partsOf: (row, field) => [[currencyIn(row), storedSum(row, field)], ...(othersIn(row, field) ?? [])],
    }
  }, [store, entity, exchange, fields, lacking])
}
