import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useTranslation } from 'react-i18next'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'
import { calendarLabels } from './calendar-labels.ts'

interface CalendarProps {
  readonly value: string | null
  readonly onPick: (date: string) => void
}

export function Calendar({ value, onPick }: CalendarProps) {
  const { t } = useTranslation('common')
  return (
    <DatePicker
      size="md"
      {...calendarLabels()}
      ariaLabels={{
        nextMonth: t('calendar.nextMonth'),
        previousMonth: t('calendar.previousMonth'),
        nextYear: t('calendar.nextYear'),
        previousYear: t('calendar.previousYear'),
        nextDecade: t('calendar.nextDecade'),
        previousDecade: t('calendar.previousDecade'),
      }}
      // Escape closes the calendar, not the dialog around it.
      __stopPropagation
      value={value}
      {...(value ? { defaultDate: value } : {})}
      onChange={(date) => {
        if (!date) return
        shieldPresses()
        onPick(date)
      }}
    />
  )
}
