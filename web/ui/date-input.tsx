// A date as text, with a calendar beside it. The text is what counts: a date that does not exist is never swapped for
// another one.
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/dates.ts'
import { readDate, showDate } from './date-format.ts'

const Calendar = lazy(() => import('./calendar.tsx').then(({ Calendar: component }) => ({ default: component })))

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (typed: string) => void
}

export function DateInput({ value, onChange, ...props }: DateInputProps) {
  const { t } = useTranslation('common')
  const [opened, setOpened] = useState(false)
  const read = readDate(value)
  return (
    <TextInput
      autoComplete="off"
      inputMode="numeric"
      placeholder={t('datePlaceholder')}
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={44}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              aria-label={t('openCalendar')}
              data-mantine-stop-propagation={opened}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={20} stroke={1.6} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown data-mantine-stop-propagation="true">
            <Suspense fallback={null}>
              <Calendar
                value={isCalendarDate(read) ? read : null}
                onPick={(date) => {
                  onChange(showDate(date))
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
