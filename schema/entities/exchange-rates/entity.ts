import { entity } from '#schema/kernel/entity.ts'
import { currencies } from '#schema/kernel/enumerations.ts'
import { choice, date, decimal, text } from '#schema/kernel/field-types.ts'
import { fromToday, withDefault } from '#schema/kernel/field-options.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { staffAnd } from '#schema/kernel/access.ts'

/** "1 FROM = rate TO" on a date, one per source. */
export const exchangeRates = entity({
  name: 'exchangeRates',
  singular: 'exchange rate',
  table: 'exchange_rates',
  fields: {
    fromCurrency: choice(currencies),
    toCurrency: choice(currencies),
    rate: decimal(10, 6, { above: '0' }),
    date: fromToday(date()),
    source: withDefault(text(50), 'MANUAL'),
  },
  title: { of: ['fromCurrency', 'toCurrency'], join: '/' },
  access: staffAnd({ read: 'everything' }),
  groups: [['fromCurrency', 'toCurrency', 'rate', 'date']],
  unique: [['fromCurrency', 'toCurrency', 'date', 'source']],
  check: ({ fromCurrency, toCurrency }): Issues =>
    fromCurrency === toCurrency ? { toCurrency: { key: 'sameCurrency' } } : {},
})
