import { useTranslation } from 'react-i18next'
import { compare, round } from '#schema/money/money.ts'
import { exactDecimal } from '#web/ui/format/numbers/decimal-format.ts'

/** Enough digits for a small unit of one currency in another. */
const shown = (rate: string): string => {
  const text = round(rate, compare(rate, '0.01') < 0 ? 6 : 4)
  return exactDecimal(text.replace(/0+$/, '').replace(/\.$/, ''))
}

/** "1 USD = 3.6725 AED" */
export function RateText({ from, to, rate }: { readonly from: string; readonly to: string; readonly rate: string }) {
  const { t } = useTranslation('exchangeRates')
  return <bdi dir="ltr">{t('words', { from, to, rate: shown(rate) })}</bdi>
}
