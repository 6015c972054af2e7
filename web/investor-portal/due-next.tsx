import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HoldingOnDay } from '#schema/portfolio/holding-value.ts'
import type { Row } from '#schema/registry.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Section } from '#web/ui/page/section.tsx'
import holdingClasses from './holdings.module.css'
import classes from './lines.module.css'
import { nextDateOf } from './next-date.ts'
import { NextDateText } from './next-date-text.tsx'
import { ShowMore } from './show-more.tsx'

const shownFirst = 5

interface DueNextProps {
  readonly holdings: readonly Row<'investments'>[]
  /** By holding id. */
  readonly values: ReadonlyMap<string, HoldingOnDay>
  readonly onOpen: (holding: string) => void
}

/** Overdue first. */
export function DueNext({ holdings, values, onOpen }: DueNextProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const [isWhole, setIsWhole] = useState(false)
  const due = holdings
    .flatMap((holding) => {
      const next = nextDateOf(holding, values.get(holding.id), today)
      return next ? [{ holding, next }] : []
    })
    .sort((a, b) => a.next.inDays - b.next.inDays)
  return (
    <Section title={t('dueNext')}>
      {due.length === 0 ? (
        <Text c="dimmed">{t('nothingNext')}</Text>
      ) : (
        <ul className={classes['lines']}>
          {due.slice(0, isWhole ? due.length : shownFirst).map(({ holding, next }) => (
            <li key={holding.id}>
              <div>
                <button type="button" className={holdingClasses['name']} onClick={() => onOpen(holding.id)}>
                  <RecordName entity="projects" id={holding.projectId} fallback={holding.projectName} />
                </button>
                <NextDateText next={next} />
              </div>
              <Money as="exact" amount={next.amount} currency={holding.currency} />
            </li>
          ))}
        </ul>
      )}
      {!isWhole && <ShowMore n={due.length - shownFirst} onShow={() => setIsWhole(true)} />}
    </Section>
  )
}
