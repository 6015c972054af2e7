// A date as text, with a calendar beside it. The text counts: a date that does not exist is never replaced by another
// one.
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/dates.ts'
import { readDate } from '#web/ui/format/date-format.ts'
import { dateLetters } from '#web/ui/format/date-letters.ts'
import { useDates } from '#web/ui/format/use-dates.ts'

const Calendar = lazy(() => import('./calendar.tsx').then(({ Calendar: component }) => ({ default: component })))

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** YYYY-MM-DD, or the typed text when it is not a date. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export function DateInput({ value, onChange, ...props }: DateInputProps) {
  const { format, date } = useDates()
  const { t } = useTranslation('common')
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  // The typed text stays as long as it means the same value.
  const shown = readDate(typed, format) === value ? typed : isCalendarDate(value) ? date(value) : value
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      placeholder={dateLetters(format)}
      {...props}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readDate(currentTarget.value, format))
      }}
      rightSectionWidth={44}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              aria-label={t('openCalendar')}
              data-mantine-stop-propagation={opened}
              onClick={() => setOpened(!opened)}
              // Until the calendar's code is here, the focus stays on this button.
              onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
            >
              <IconCalendar size={20} stroke={1.6} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown data-mantine-stop-propagation="true">
            <Suspense fallback={null}>
              <Calendar
                value={isCalendarDate(value) ? value : null}
                onPick={(picked) => {
                  onChange(picked)
                  setOpened(false)
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
