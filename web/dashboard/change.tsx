import { useTranslation } from 'react-i18next'
import { compare } from '#schema/money/money.ts'
import type { Period } from '#schema/money/metric-changes.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { signedPercent } from '#web/ui/format/numbers/percent-format.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import classes from './change.module.css'
import type { Change } from './use-metrics.ts'

const signedCount = (n: number): string => `+${count(n)}`

export function ChangeText({ of: { value, period } }: { readonly of: Change<string> | Change<number> }) {
  const { t } = useTranslation('dashboard')
  if (value === null) return <span className={classes['change']}>—</span>
  const change = <bdi dir="ltr">{typeof value === 'number' ? signedCount(value) : signedPercent(value)}</bdi>
  const labels: Readonly<Record<Period, (change: string) => string>> = {
    month: (place) => t('changeThisMonth', { change: place }),
    quarter: (place) => t('changeThisQuarter', { change: place }),
    ytd: (place) => t('changeYearToDate', { change: place }),
  }
  const direction = typeof value === 'number' ? value : compare(value, '0')
  return (
    <>
      <span className={classes['change']} data-direction={Math.sign(direction)}>
        {period ? <Sentence format={labels[period]} parts={[change]} /> : change}
      </span>
      {!period && <small className={classes['period']}> {t('sinceAYearAgo')}</small>}
    </>
  )
}
