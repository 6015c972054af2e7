import { useTranslation } from 'react-i18next'
import { compare } from '#schema/money/money.ts'
import type { Period } from '#schema/money/metric-changes.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import classes from './change.module.css'
import type { Change } from './use-metrics.ts'

const signedPercent = (rate: string): string => (compare(rate, '0') < 0 ? percent(rate) : `+${percent(rate)}`)
const signedCount = (n: number): string => `+${count(n)}`

/** `+12.4%` or `+3 this month`; a dash if no earlier value is known. */
export function ChangeText({ of: { value, period } }: { readonly of: Change<string> | Change<number> }) {
  const { t } = useTranslation('dashboard')
  if (value === null) return <span className={classes['change']}>—</span>
  const change = typeof value === 'number' ? signedCount(value) : signedPercent(value)
  const labels: Readonly<Record<Period, string>> = {
    month: t('changeThisMonth', { change }),
    quarter: t('changeThisQuarter', { change }),
    ytd: t('changeYearToDate', { change }),
  }
  const direction = typeof value === 'number' ? value : compare(value, '0')
  return (
    <>
      <bdi className={classes['change']} data-direction={Math.sign(direction)}>
        {period ? labels[period] : change}
      </bdi>
      {!period && <small className={classes['period']}> {t('sinceAYearAgo')}</small>}
    </>
  )
}
