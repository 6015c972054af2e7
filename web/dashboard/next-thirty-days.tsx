import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOverdue, type Upcoming, type UpcomingKind } from '#schema/portfolio/upcoming.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { ScreenLink, screenPath } from '#web/records/names/screen-path.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { CalendarDay } from '#web/ui/format/dates/calendar-day.tsx'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Parted } from '#web/ui/format/parted.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Section } from '#web/ui/page/section.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import { DueDate } from './due-date.tsx'
import classes from './next-thirty-days.module.css'

const shownFirst = 6
const pageSize = 30

export function NextThirtyDays({ upcoming }: { readonly upcoming: readonly Upcoming[] | undefined }) {
  const { t } = useTranslation('dashboard')
  const { hasAllRows } = useSyncStatus()
  const today = useToday()
  const [shown, setShown] = useState(shownFirst)
  if (!upcoming || !hasAllRows)
    return (
      <Section title={t('nextThirtyDays')}>
        <ChartSkeleton />
      </Section>
    )
  const overdue = upcoming.filter((each) => isOverdue(each, today)).length
  const more = Math.min(upcoming.length - shown, pageSize)
  return (
    <Section
      title={t('nextThirtyDays')}
      actions={
        overdue > 0 && (
          <Text size="sm" c="dimmed">
            {t('overdueCount', { count: overdue, n: count(overdue) })}
          </Text>
        )
      }
    >
      {upcoming.length === 0 && <Text c="dimmed">{t('nothingDue')}</Text>}
      <ul className={classes['list']}>
        {upcoming.slice(0, shown).map((each) => (
          <li key={`${each.kind} ${each.id}`}>
            <Row of={each} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={classes['more']} onClick={() => setShown(shown + pageSize)}>
          {t('showMore', { count: more, n: count(more) })}
        </button>
      )}
    </Section>
  )
}

const screens = {
  REDEMPTION: { entity: 'investments', needs: 'read' },
  COMMITMENT: { entity: 'investments', needs: 'read' },
  KYC: { entity: 'investors', needs: 'create' },
  CONTACT: { entity: 'investors', needs: 'create' },
  COMMISSION: { entity: 'commissions', needs: 'create' },
} as const satisfies Readonly<Record<UpcomingKind, object>>

function Row({ of }: { readonly of: Upcoming }) {
  const { t } = useTranslation('dashboard')
  const labels: Readonly<Record<UpcomingKind, string>> = {
    REDEMPTION: t('redemption'),
    COMMITMENT: t('commitment'),
    KYC: t('kycExpired'),
    CONTACT: t('contact'),
    COMMISSION: t('commission'),
  }
  const { day, amount, currency } = of
  const { entity, needs } = screens[of.kind]
  const mayOpen = useMay(entity, needs)
  const content = (
    <>
      <span className={classes['words']}>
        <strong>{labels[of.kind]}</strong>
        <About of={of} />
      </span>
      <span className={classes['end']}>
        <DueDate day={day} />
        <span className={classes['amount']}>
          <Parted
            parts={[
              ...(amount !== null && currency !== null
                ? [<Money key="amount" as="exact" amount={amount} currency={currency} />]
                : []),
              ...(day === null ? [] : [<CalendarDay key="day" date={day} />]),
            ]}
          />
        </span>
      </span>
    </>
  )
  if (!mayOpen) return <div className={classes['row']}>{content}</div>
  return (
    <ScreenLink to={screenPath(entity)} search={{ dialog: 'details', record: of.id }} className={classes['row']}>
      {content}
    </ScreenLink>
  )
}

function About({ of: { id, investmentId } }: { readonly of: Upcoming }): ReactNode {
  const investment = useStore()
    .table('investments')
    .get(investmentId ?? '')
  if (!investment) return investmentId ? null : <RecordName entity="investors" id={id} />
  return (
    <span>
      <Parted
        parts={[
          <RecordName key="project" entity="projects" id={investment.projectId} fallback={investment.projectName} />,
          <RecordName key="investor" entity="investors" id={investment.investorId} />,
        ]}
      />
    </span>
  )
}
