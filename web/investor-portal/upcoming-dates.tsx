import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Section } from '#web/ui/page/section.tsx'
import { nextDateOf } from './next-date.ts'
import { NextDateText } from './next-date-text.tsx'
import classes from './lines.module.css'

const maxDates = 5

export function UpcomingDates({ holdings }: { readonly holdings: readonly Row<'investments'>[] }) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const upcoming = holdings
    .flatMap((holding) => {
      const next = nextDateOf(holding, today)
      return next ? [{ holding, next }] : []
    })
    .sort((a, b) => a.next.inDays - b.next.inDays)
    .slice(0, maxDates)
  return (
    <Section title={t('comesNext')}>
      {upcoming.length === 0 ? (
        <Text c="dimmed">{t('nothingNext')}</Text>
      ) : (
        <ul className={classes['lines']}>
          {upcoming.map(({ holding, next }) => (
            <li key={holding.id}>
              <div>
                <RecordName entity="projects" id={holding.projectId} fallback={holding.projectName} />
                <NextDateText next={next} />
              </div>
              <Money as="exact" amount={holding.amount} currency={holding.currency} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
