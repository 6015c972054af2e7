import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { entityNamed, type EntityName } from '#schema/registry.ts'
import { activityText } from '#web/records/names/entity-texts.ts'
import { useRecordLink } from '#web/records/names/record-link-context.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useRow } from '#web/records/data/use-table.ts'
import { Name } from '#web/ui/format/name.tsx'
import { Parted } from '#web/ui/format/parted.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { Section } from '#web/ui/page/section.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import classes from './recent-activity.module.css'
import { type ShownActivity, useRecentActivity } from './use-recent-activity.ts'

export function RecentActivity() {
  const { t } = useTranslation('dashboard')
  const { hasAllRows } = useSyncStatus()
  const activities = useRecentActivity()
  return (
    <Section title={t('recentActivity')}>
      {activities.length === 0 && (hasAllRows ? <Text c="dimmed">{t('noActivity')}</Text> : <ChartSkeleton />)}
      <ul className={classes['list']}>
        {activities.map((activity) => (
          <li key={activity.id} className={classes['item']}>
            {entityNamed(activity.entityType) ? <LinkedLabel of={activity} /> : <Label of={activity} />}
            <About of={activity} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ActivityProps {
  readonly of: ShownActivity
}

/** Links to the record if it exists and the person has a screen for it. */
function LinkedLabel({ of }: ActivityProps) {
  const row = useRow(of.entityType as EntityName, of.entityId)
  const address = useRecordLink()(of.entityType, of.entityId)
  if (!row || !address) return <Label of={of} />
  return (
    <ScreenLink to={address.to} search={address.search}>
      <Label of={of} />
    </ScreenLink>
  )
}

function Label({ of: { action, entityType, title } }: ActivityProps) {
  const { t } = useTranslation('common')
  const label = activityText(entityType, action)
  if (title === null) return <span>{label}</span>
  return <Sentence format={(value) => t('labelled', { label, value })} parts={[<Name key="title">{title}</Name>]} />
}

function About({ of: { at, by, isWaiting } }: ActivityProps) {
  const { moment } = useDates()
  return (
    <Text component="span" size="sm" c="dimmed">
      <Parted
        parts={[
          ...(by ? [<Name key="by">{by}</Name>] : []),
          isWaiting ? (
            <RowBadge key="waiting" badge="waiting" />
          ) : (
            <time key="at" dateTime={at}>
              {moment(Date.parse(at))}
            </time>
          ),
        ]}
      />
    </Text>
  )
}
