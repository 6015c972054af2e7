import { useCallback } from 'react'
import { type Convert, converterFor } from '#schema/exchange.ts'
import type { Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { useComputed } from './use-computed.ts'
import { usePreferences } from './use-preferences.ts'
import { useToday } from './use-today.ts'

export interface Exchange {
  /** The currency in which this person reads totals. */
  readonly currency: string
  readonly convert: Convert
}

/** How amounts of several currencies become one total, by the rates of this device up to today. */
export function useExchange(): Exchange {
  const day = useToday()
  const currency = usePreferences()?.defaultCurrency ?? 'USD'
  const toExchange = useCallback(
    (rates: Table<Row<'exchangeRates'>>): Exchange => ({ currency, convert: converterFor(rates.all(), day) }),
    [currency, day],
  )
  return useComputed('exchangeRates', toExchange)
}
