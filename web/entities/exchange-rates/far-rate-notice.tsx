import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AsideProps } from '#web/records/form/form-fields.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { knownRateIfFar } from './known-rate.ts'
import { RateText } from './rate-text.tsx'

export function FarRateNotice({ values }: AsideProps) {
  const { t } = useTranslation('exchangeRates')
  const known = knownRateIfFar(useTable('exchangeRates'), values)
  if (known === null) return null
  return (
    <Text role="note" data-wide="true" c="var(--hf-danger-text)">
      {t('far')} <RateText from={String(values['fromCurrency'])} to={String(values['toCurrency'])} rate={known} />
    </Text>
  )
}
