import { converterFor, type Exchange } from '#schema/money/exchange.ts'
import { type ConvertOn, dailyConvertersOf } from '#schema/money/daily-converters.ts'
import { firmCurrencyOf } from '#schema/sync/protocol.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'

type Rates = Table<Row<'exchangeRates'>>
interface CachedExchange extends Exchange {
  readonly version: number
  readonly day: string
}

const cache = new WeakMap<Rates, CachedExchange>()

/** Shared by all screens, because there may be thousands of rates. */
function exchangeOf(rates: Rates, day: string, currency: string): Exchange {
  const { version } = rates
  const cached = cache.get(rates)
  const isCurrent = cached?.version === version && cached.day === day
  if (isCurrent && cached.currency === currency) return cached
  const convert = isCurrent ? cached.convert : converterFor(rates.scan(), day)
  const exchange: CachedExchange = { version, day, currency, convert }
  cache.set(rates, exchange)
  return exchange
}

/** The person's chosen currency, else the firm's. */
export function useCurrency(): string {
  const { identity } = useStore()
  return usePreferences()?.defaultCurrency ?? firmCurrencyOf(identity)
}

export const useExchange = (): Exchange => exchangeOf(useTable('exchangeRates'), useToday(), useCurrency())

const cacheByDay = new WeakMap<Rates, { readonly version: number; readonly on: ConvertOn }>()

export function useConvertersByDay(): ConvertOn {
  const rates = useTable('exchangeRates')
  const { version } = rates
  const cached = cacheByDay.get(rates)
  if (cached?.version === version) return cached.on
  const on = dailyConvertersOf(rates.scan())
  cacheByDay.set(rates, { version, on })
  return on
}
