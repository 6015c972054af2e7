// The missing amounts are counted once per table version and shared by all readers.
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
import { currencyInStore, currencyOf } from '#web/records/data/currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { type SharedComputation, sharedComputation } from '#web/records/data/shared-computation.ts'
import { useExchange } from './use-exchange.ts'

type MissingAmounts = ReadonlyMap<string, OtherCurrencyAmounts>

export interface WholeSums {
  /** In the record's currency, or in the reader's if the entity has none. */
  readonly sumOf: (row: AnyRow, field: string) => TotalSum
  readonly partsOf: (row: AnyRow, field: string) => Iterable<readonly [currency: string, amount: string]>
  readonly fields: ReadonlySet<string>
  readonly areComplete: boolean
  readonly currency: string
}

type MaintainedSums = readonly (readonly [field: string, sums: MaintainedSum])[]

/** One list per entity: it is the cache key of the walk. */
const maintainedSums = perEntity((entity): MaintainedSums =>
  Object.entries(entity.fields).flatMap(([field, { sums }]) => (sums ? [[field, sums]] : [])),
)
const maintainedSumsOf = (entity: EntityName): MaintainedSums => maintainedSums(registry[entity])

export const isMaintainedSum = (entity: EntityName, field: string): boolean =>
  (registry[entity] as Entity).fields[field]?.sums !== undefined

function missingAmounts(store: Store, entity: EntityName): SharedComputation<MissingAmounts> {
  const sums = maintainedSumsOf(entity)
  const tableOf = (name: string): Table => store.table(name as EntityName)
  const hasCurrency = 'currency' in registry[entity].fields
  const names = [...sums.map(([, { entity }]) => entity as EntityName), ...(hasCurrency ? [entity] : [])]
  let previousResult: MissingAmounts | undefined
  return sharedComputation(store, sums, [...new Set(names)], function* counting() {
    const currencies = new Map<string, string>()
    if (hasCurrency) for (const { id, currency } of tableOf(entity).scan()) currencies.set(id, currency as string)
    const found = new Map<string, OtherCurrencyAmounts>()
    for (const [field, maintained] of sums)
      found.set(
        field,
        yield* otherCurrencyAmountsOf(
          tableOf(maintained.entity).scan(),
          maintained,
          (id) => currencies.get(id) ?? maintained.currency,
        ),
      )
    const previous = previousResult
    // An equal result keeps its object, so that no list is sorted again.
    const isSame = previous && [...found].every(([field, others]) => isSameAmounts(others, previous.get(field)!))
    previousResult = isSame ? previous : found
    return previousResult
  })
}

const emptyResult: { readonly value: MissingAmounts } = { value: new Map() }
const noComputation: SharedComputation<MissingAmounts> = { result: () => emptyResult, subscribe: () => () => {} }

/** Undefined until the missing amounts are counted. Stable while the result is equal. */
export function useWholeSums(entity: EntityName): WholeSums | undefined {
  const store = useStore()
  const exchange = useExchange()
  const fields = useMemo(() => new Set(maintainedSumsOf(entity).map(([field]) => field)), [entity])
  const source = fields.size > 0 ? missingAmounts(store, entity) : noComputation
  const subscribe = useCallback((listener: () => void) => source.subscribe(listener), [source])
  const missing = useSyncExternalStore(subscribe, () => source.result()?.value)
  return useMemo((): WholeSums | undefined => {
    if (!missing) return undefined
    const read = readerOf(store)
    const currencyOfRow = (row: AnyRow) => currencyOf(entity, row, read)
    const currencyIn = (row: AnyRow) => currencyInStore(store, entity, row, read)
    const storedSum = (row: AnyRow, field: string) => row[field] as string
    const amountsInOtherCurrencies = (row: AnyRow, field: string) => missing.get(field)?.get(row.id)
    const hasOwnCurrency = 'currency' in registry[entity].fields
    return {
      fields,
      currency: exchange.currency,
      areComplete:
        [...missing.values()].every(({ size }) => size === 0) &&
        (hasOwnCurrency ||
          maintainedSumsOf(entity).every(([, maintained]) => maintained.currency === exchange.currency)),
      sumOf: (row, field) =>
        totalSum(storedSum(row, field), currencyIn(row), amountsInOtherCurrencies(row, field), {
          convert: exchange.convert,
          currency: currencyOfRow(row) ?? exchange.currency,
        }),
      partsOf: (row, field) => [
        [currencyIn(row), storedSum(row, field)],
        ...(amountsInOtherCurrencies(row, field) ?? []),
      ],
    }
  }, [store, entity, exchange, fields, missing])
}
