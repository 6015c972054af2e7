import { useMemo } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { Convert, Exchange } from '#schema/money/exchange.ts'
import { round } from '#schema/money/money.ts'
import type { EntityName } from '#schema/registry.ts'

import type { SortKey } from '#web/store/base/contract.ts'
import { moneyKey } from '#web/store/base/money-key.ts'
import { useStore } from '#web/ui/store-context.ts'
import { currencyInStore } from './currency-of.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { useExchange } from './use-exchange.ts'
import { useWholeSums, type WholeSums } from './use-whole-sums.ts'

type KeyOf = (row: AnyRow) => SortKey

export interface Worth {
  readonly currency: string
  /** The key is null if there is no rate. */
  readonly keyOf: (field: string, currency: string) => KeyOf
  readonly lacking: (field: string, currency: string) => (row: AnyRow) => string | undefined
}

/** Stable while no sum or rate changes. */
export function useWorth(entity: EntityName): Worth {
  const store = useStore()
  const sums = useWholeSums(entity)
  const exchange = useExchange()
  return useMemo((): Worth => {
    const { convert } = exchange
    const read = readerOf(store)
    const whole = (field: string) => (sums && !sums.areComplete && sums.fields.has(field) ? sums : null)
    return {
      currency: exchange.currency,
      keyOf: (field, currency) => {
        const sum = whole(field)
        return sum
          ? wholeKey(sum, field, convert, currency)
          : amountKey(entity, field, exchange, currency, (row) => currencyInStore(store, entity, row, read))
      },
      lacking: (field, currency) => {
        const sum = whole(field)
        const unreachable = (from: string) => (convert('1', from, currency) ? undefined : from)
        return (row) => {
          if (!sum) return row[field] === null ? undefined : unreachable(currencyInStore(store, entity, row, read))
          const { missing, currency: from } = sum.of(row, field)
          return missing[0]?.currency ?? unreachable(from)
        }
      },
    }
  }, [store, entity, sums, exchange])
}

function keyIn(convert: Convert, amount: string | null, from: string, to: string): SortKey {
  if (amount === null || from === to) return moneyKey(amount)
  const into = convert(amount, from, to)
  return into && moneyKey(round(into.amount))
}

const wholeKey =
  (sums: WholeSums, field: string, convert: Convert, to: string): KeyOf =>
  (row) => {
    const { amount, currency } = sums.of(row, field)
    return keyIn(convert, amount, currency, to)
  }

const made = new WeakMap<Exchange, Map<string, KeyOf>>()

/** Cached, so that views with the same key share an order. */
function amountKey(
  entity: EntityName,
  field: string,
  exchange: Exchange,
  to: string,
  currencyIn: (row: AnyRow) => string,
): KeyOf {
  const ofExchange = made.get(exchange) ?? new Map<string, KeyOf>()
  made.set(exchange, ofExchange)
  const name = `${entity} ${field} ${to}`
  const key =
    ofExchange.get(name) ?? ((row: AnyRow) => keyIn(exchange.convert, row[field] as string | null, currencyIn(row), to))
  ofExchange.set(name, key)
  return key
}
