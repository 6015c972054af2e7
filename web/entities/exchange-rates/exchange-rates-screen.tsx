import { IconArrowsExchange } from '@tabler/icons-react'
import { exchangeRates } from '#schema/entities/exchange-rates/entity.ts'
import type { Row } from '#schema/registry.ts'
import { formOf } from '#web/records/form/form-of.ts'
import { recordScreen } from '#web/records/record-screen.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { CurrentRates } from './current-rates.tsx'
import { FarRateNotice } from './far-rate-notice.tsx'
import { RateText } from './rate-text.tsx'

const searchText = ({ fromCurrency, toCurrency, source }: Row<'exchangeRates'>): string =>
  `${fromCurrency}/${toCurrency} ${source}`

export const ExchangeRatesScreen = recordScreen({
  entity: 'exchangeRates',
  icon: IconArrowsExchange,
  searchText: () => searchText,
  form: formOf('exchangeRates', [
    { field: 'fromCurrency', startsEmpty: true },
    { field: 'toCurrency', issueIn: (values) => exchangeRates.check(values)['toCurrency'] },
    'rate',
    'date',
  ]),
  createDialog: preloadable(() => import('./add-rate.tsx').then((each) => each.AddRate)),
  aside: FarRateNotice,
  above: CurrentRates,
  deletePlan: true,
  filters: ['fromCurrency', 'toCurrency', 'date'],
  columns: {
    primary: {
      about: ({ fromCurrency, toCurrency, rate }) => <RateText from={fromCurrency} to={toCurrency} rate={rate} />,
    },
    others: [
      { field: 'rate', width: '8rem', drops: 'first' },
      { field: 'date', width: '8.25rem', drops: 'never' },
    ],
  },
})
