import { useMemo } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import type { Exchange } from '#schema/exchange.ts'
import { round } from '#schema/money.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import type { SortKey } from '#web/store/contract.ts'
import { moneyKey } from '#web/store/money-key.ts'
import { useStore } from '#web/ui/store-context.ts'
import { currencyOf } from './currency-of.ts'
import { isMoneyIn } from './is-money-in.ts'
import type { Sorts } from './list-options.ts'
import { readerOf } from './read-any.ts'
import { useExchange } from './use-exchange.ts'
import { useWholeSums, type WholeSums } from './use-whole-sums.ts'

/**
 * The sorts of a list whose amounts are compared in the reader's currency, with its kept sums whole; the same functions
 * while no sum and no rate has changed. An amount from which no rate leads stands where missing values do.
 */
export function useWholeSorts<Noun extends EntityName>(entity: Noun, sorts: Sorts<Row<Noun>>): Sorts<Row<Noun>> {
  const store = useStore()
  const sums = useWholeSums(entity)
  const exchange = useExchange()
  return useMemo(() => {
    const amounts = Object.keys(sorts).filter((field) => isMoneyIn(entity, field))
    const orderOf = (field: string) =>
      sums && !sums.isAsKept && sums.fields.has(field)
        ? wholeOrder(sums, field, exchange)
        : amountOrder(entity, field, exchange, readerOf(store))
    return { ...sorts, ...Object.fromEntries(amounts.map((field) => [field, orderOf(field)])) }
  }, [store, entity, sums, sorts, exchange])
}

function keyIn({ convert, currency }: Exchange, amount: string | null, from: string): SortKey {
  if (amount === null || from === currency) return moneyKey(amount)
  const into = convert(amount, from, currency)
  return into && moneyKey(round(into.amount))
}

type Order = (row: AnyRow) => SortKey

const wholeOrder =
  (sums: WholeSums, field: string, exchange: Exchange): Order =>
  (row) => {
    const { amount, currency } = sums.of(row, field)
    return keyIn(exchange, amount, currency)
  }

const made = new WeakMap<Exchange, Map<string, Order>>()

/** One function for each field and state of the rates, so that views of it share an order. */
function amountOrder(entity: EntityName, field: string, exchange: Exchange, read: ReadAny): Order {
  const ofExchange = made.get(exchange) ?? new Map<string, Order>()
  made.set(exchange, ofExchange)
  const name = `${entity} ${field}`
  const order =
    ofExchange.get(name) ??
    ((row: AnyRow) => keyIn(exchange, row[field] as string | null, currencyOf(entity, row, read) ?? 'USD'))
  ofExchange.set(name, order)
  return order
}
