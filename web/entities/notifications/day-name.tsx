import { useTranslation } from 'react-i18next'
import { daysBetween } from '#schema/money/dates.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import classes from './notification-panel.module.css'

export function DayName({ day }: { readonly day: string }) {
  const { t } = useTranslation('notifications')
  const { date } = useDates()
  const ago = daysBetween(day, useToday())
  return <h3 className={classes['day']}>{ago === 0 ? t('today') : ago === 1 ? t('yesterday') : date(day)}</h3>
}
