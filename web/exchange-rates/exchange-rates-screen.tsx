import { IconArrowsExchange } from '@tabler/icons-react'
import { exchangeRates } from '#schema/exchange-rates.ts'
import type { Row } from '#schema/registry.ts'
import { formOf } from '#web/records/form-of.ts'
import { RecordValue } from '#web/records/record-value.tsx'
import { recordScreen } from '#web/records/record-screen.tsx'

const searchText = ({ fromCurrency, toCurrency, source }: Row<'exchangeRates'>): string =>
  `${fromCurrency}/${toCurrency} ${source}`

export const ExchangeRatesScreen = recordScreen({
  entity: 'exchangeRates',
  icon: IconArrowsExchange,
  searchText: () => searchText,
  form: formOf('exchangeRates', [
    { field: 'fromCurrency', startsEmpty: true },
    { field: 'toCurrency', issueIn: (words) => exchangeRates.check(words as never)['toCurrency'] },
    'rate',
    'date',
  ]),
  deletes: true,
  columns: {
    primary: {
      about: (row) => <RecordValue entity="exchangeRates" row={row} field="source" />,
      narrow: (row) => (
        <>
          <RecordValue entity="exchangeRates" row={row} field="rate" /> ·{' '}
          <RecordValue entity="exchangeRates" row={row} field="date" />
        </>
      ),
    },
    others: [
      { field: 'rate', width: '22%', hideBelow: 'medium' },
      { field: 'date', width: '22%', hideBelow: 'medium' },
    ],
  },
})
