import { entity } from './entity.ts'
import { currencies } from './enumerations.ts'
import { choice, date, decimal, fromToday, text, withDefault } from './field.ts'
import type { Issues } from './issues.ts'
import { staffAnd } from './viewer.ts'

/** "1 FROM = rate TO" on a date, one per source. */
export const exchangeRates = entity({
  name: 'exchangeRates',
  one: 'exchange rate',
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
