import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

interface CalendarProps {
  readonly value: string | null
  readonly onPick: (date: string) => void
}

export const Calendar = ({ value, onPick }: CalendarProps) => (
  <DatePicker
    size="md"
    value={value}
    {...(value ? { defaultDate: value } : {})}
    onChange={(date) => {
      if (date) onPick(date)
    }}
  />
)
