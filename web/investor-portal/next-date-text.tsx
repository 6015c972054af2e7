import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { relativeDay } from '#web/ui/format/dates/relative-day.ts'
import type { NextDate } from './next-date.ts'

const late = { fw: 600, c: 'var(--hf-danger-text)' } as const

export function NextDateText({ next: { kind, day, inDays } }: { readonly next: NextDate }) {
  const { t } = useTranslation('portal')
  const textKey = inDays < 0 ? (`${kind}_LATE` as const) : kind
  return (
    <>
      <Text size="sm" {...(inDays < 0 && late)}>
        {t(`next.${textKey}`, { when: relativeDay(inDays) })}
      </Text>
      <Text size="sm" c="dimmed">
        <CalendarDay date={day} />
      </Text>
    </>
  )
}
