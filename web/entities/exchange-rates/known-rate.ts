import { converterFor, isFarFrom } from '#schema/money/exchange.ts'
import { fixDecimal } from '#schema/money/money.ts'
import type { Row } from '#schema/registry.ts'
import type { FormValues } from '#web/records/form/form-of.ts'
import type { Table } from '#web/store/base/contract.ts'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'

/** The known rate of that day if it differs by more than a fifth; null otherwise, or while the form holds no rate. */
export function knownRateIfFar(rates: Table<Row<'exchangeRates'>>, values: FormValues): string | null {
  const [from, to, day, typed] = ['fromCurrency', 'toCurrency', 'date', 'rate'].map((name) =>
    String(values[name] ?? ''),
  )
  const rate = fixDecimal(typedDecimal(typed!, []), 10, 6, { above: '0' })
  if (!rate.ok || !from || !to || from === to || !day) return null
  const known = converterFor(rates.scan(), day)('1', from, to)
  return known && isFarFrom(rate.value, known.amount) ? known.amount : null
}
