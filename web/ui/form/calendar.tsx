import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'

interface CalendarProps {
  readonly value: string | null
  readonly onPick: (date: string) => void
}

export const Calendar = ({ value, onPick }: CalendarProps) => (
  <DatePicker
    size="md"
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
