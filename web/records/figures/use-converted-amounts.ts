import { useMemo } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Convert, Exchange } from '#schema/money/exchange.ts'
import { round } from '#schema/money/money.ts'
import type { EntityName } from '#schema/registry.ts'

import type { SortKey } from '#web/store/base/contract.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { useStore } from '#web/ui/store-context.ts'
import { currencyInStore } from '#web/records/data/currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { useExchange } from './use-exchange.ts'
import { useWholeSums, type WholeSums } from './use-whole-sums.ts'

type KeyOf = (row: AnyRow) => SortKey

export interface ConvertedAmounts {
  readonly currency: string
  /** The key is null if there is no rate. */
  readonly keyOf: (field: string, currency: string) => KeyOf
  readonly missingRate: (field: string, currency: string) => (row: AnyRow) => string | undefined
}

export function useConvertedAmounts(entity: EntityName): ConvertedAmounts {
  const store = useStore()
  const sums = useWholeSums(entity)
  const exchange = useExchange()
  return useMemo((): ConvertedAmounts => {
    const { convert } = exchange
    const read = readerOf(store)
    const sumReader = (field: string) => (sums && !sums.areComplete && sums.fields.has(field) ? sums : null)
    return {
      currency: exchange.currency,
      keyOf: (field, currency) => {
        const sum = sumReader(field)
        return sum
          ? sumKey(sum, field, convert, currency)
          : amountKey(entity, field, exchange, currency, (row) => currencyInStore(store, entity, row, read))
      },
      missingRate: (field, currency) => {
        const sum = sumReader(field)
        const hasNoRate = (from: string) => (convert('1', from, currency) ? undefined : from)
        return (row) => {
          if (!sum) return row[field] === null ? undefined : hasNoRate(currencyInStore(store, entity, row, read))
          const { missing, currency: from } = sum.sumOf(row, field)
          return missing[0]?.currency ?? hasNoRate(from)
        }
      },
    }
  }, [store, entity, sums, exchange])
}

function convertedKey(convert: Convert, amount: string | null, from: string, to: string): SortKey {
  if (amount === null || from === to) return moneyKey(amount)
  const converted = convert(amount, from, to)
  return converted && moneyKey(round(converted.amount))
}

const sumKey =
  (sums: WholeSums, field: string, convert: Convert, to: string): KeyOf =>
  (row) => {
    const { amount, currency } = sums.sumOf(row, field)
    return convertedKey(convert, amount, currency, to)
  }

const cache = new WeakMap<Exchange, Map<string, KeyOf>>()

function amountKey(
  entity: EntityName,
  field: string,
  exchange: Exchange,
  to: string,
  currencyIn: (row: AnyRow) => string,
): KeyOf {
  const keysOfExchange = cache.get(exchange) ?? new Map<string, KeyOf>()
  cache.set(exchange, keysOfExchange)
  const name = `${entity} ${field} ${to}`
  const key =
    keysOfExchange.get(name) ??
    ((row: AnyRow) => convertedKey(exchange.convert, row[field] as string | null, currencyIn(row), to))
  keysOfExchange.set(name, key)
  return key
}
