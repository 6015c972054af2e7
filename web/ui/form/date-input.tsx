// An invalid date is never replaced by another one.
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Fragment, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#schema/money/dates.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import { showDate } from '#web/ui/format/dates/date-format.ts'
import { dateLetters } from '#web/i18n/date-letters.ts'
import { daysNamed, typedDate } from '#web/ui/format/dates/typed-date.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { belowInput } from './below-input.ts'
import { DidYouMean } from './did-you-mean.tsx'

const Calendar = lazy(() => import('./calendar.tsx').then(({ Calendar: component }) => ({ default: component })))

interface DateInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function DateInput({ value, onChange, description, ...props }: DateInputProps) {
  const { format, inWords } = useDates()
  const { t } = useTranslation('common')
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const today = useToday()
  const read = (text: string) => typedDate(text, format, today)
  const isDate = isCalendarDate(value)
  const meant = isDate ? [] : daysNamed(value, today)
  // Keeps the typed text while it means the same value.
  const shown = read(typed) === value ? typed : isDate ? showDate(value, format) : value
  const [isLeft, setLeft] = useState(false)
  const problem = isLeft && !isDate && value.trim() !== '' && issueSentence({ key: 'date' }, format)
  return (
    <TextInput
      autoComplete="off"
      placeholder={dateLetters(format)}
      {...props}
      error={props.error || problem}
      {...belowInput(
        (isDate || meant.length > 0) && (
          <span key="words" aria-live="polite">
            {isDate
              ? inWords(value)
              : meant.map((day, at) => (
                  <Fragment key={day}>
                    {at > 0 && <br />}
                    <DidYouMean meant={inWords(day)} onChoose={() => onChange(day)} />
                  </Fragment>
                ))}
          </span>
        ),
        description,
      )}
      value={shown}
      onChange={({ currentTarget }) => {
        setLeft(false)
        setTyped(currentTarget.value)
        onChange(read(currentTarget.value))
      }}
      onBlur={(event) => {
        props.onBlur?.(event)
        setLeft(true)
        if (isDate) setTyped('')
      }}
      rightSectionWidth={44}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              aria-label={t('openCalendar')}
              data-mantine-stop-propagation={opened}
              onClick={() => setOpened(!opened)}
              // Until the calendar's code has loaded, the focus stays on this button.
              onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
            >
              <IconCalendar size={20} stroke={1.6} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown data-mantine-stop-propagation="true">
            <Suspense fallback={null}>
              <Calendar
                value={isDate ? value : null}
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
