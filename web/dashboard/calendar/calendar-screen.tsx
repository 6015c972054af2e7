// An agenda by week: many payments fall on one day, and a cell of a month has no room for names and amounts.
import { Button, Text } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOfWeek } from '#schema/money/dates.ts'
import { ChartSkeleton } from '#web/ui/chart/charts.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { applyPatch, type SearchPatch } from '#web/ui/search/list-search.ts'
import { useAddressSearch, useNavigateTo } from '#web/ui/search/use-address.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { Lines, UpcomingLine } from '#web/dashboard/upcoming-line.tsx'
import { useUpcoming } from '#web/dashboard/use-upcoming.ts'
import { CalendarFilters } from './calendar-filters.tsx'
import { type CalendarSearch, matches, readCalendarSearch } from './calendar-search.ts'
import { type DueGroup, groupByWeek, startOfWeek } from './group-by-week.ts'

const days = 90
const pageSize = 100

export function CalendarScreen() {
  const { t } = useTranslation(['dashboard', 'shell'])
  const navigateTo = useNavigateTo()
  const search = useAddressSearch(readCalendarSearch)
  const setSearch = useCallback(
    (patch: SearchPatch<CalendarSearch>) =>
      navigateTo({
        to: '.',
        search: (before) => applyPatch(before as CalendarSearch, patch),
        replace: true,
        resetScroll: false,
      }),
    [navigateTo],
  )
  return (
    <Page title={t('shell:route.calendar')} subtitle={t('calendarSubtitle')}>
      <CalendarFilters search={search} setSearch={setSearch} />
      <Agenda
        search={search}
        onClear={() => setSearch({ kind: undefined, projectId: undefined, investorId: undefined })}
      />
    </Page>
  )
}

interface AgendaProps {
  readonly search: CalendarSearch
  readonly onClear: () => void
}

function Agenda({ search, onClear }: AgendaProps) {
  const { t } = useTranslation(['dashboard', 'common'])
  const { hasAllRows } = useSyncStatus()
  const today = useToday()
  const upcoming = useUpcoming(days)
  const [shown, setShown] = useState(pageSize)
  const groups = useMemo(
    () => upcoming && groupByWeek(upcoming.filter(matches(search)), today),
    [upcoming, search, today],
  )
  if (!groups || !hasAllRows) return <ChartSkeleton />
  if (groups.length === 0)
    return Object.keys(search).length > 0 ? (
      <EmptyState
        icon={IconCalendarDue}
        title={t('calendarNoMatch')}
        action={
          <Button variant="default" onClick={onClear}>
            {t('common:clearFilters')}
          </Button>
        }
      />
    ) : (
      <EmptyState icon={IconCalendarDue} title={t('calendarEmpty')} />
    )
  const total = groups.reduce((n, { items }) => n + items.length, 0)
  const more = Math.min(total - shown, pageSize)
  return (
    <>
      {firstItems(groups, shown).map(({ group, items }) => (
        <Week key={group.until} group={group} items={items} />
      ))}
      {more > 0 && (
        <Button variant="default" onClick={() => setShown(shown + pageSize)}>
          {t('showMore', { count: more, n: count(more) })}
        </Button>
      )}
    </>
  )
}

function firstItems(groups: readonly DueGroup[], n: number) {
  let left = n
  return groups.flatMap((group) => {
    const items = group.items.slice(0, left)
    left -= items.length
    return items.length > 0 ? [{ group, items }] : []
  })
}

function Week({
  group: { until, items: all },
  items,
}: {
  readonly group: DueGroup
  readonly items: DueGroup['items']
}) {
  const { t } = useTranslation('common')
  const { date } = useDates()
  const isThisWeek = until === endOfWeek(useToday())
  const title =
    until === null
      ? t('due.overdue')
      : isThisWeek
        ? t('due.thisWeek')
        : t('between', { from: date(startOfWeek(until)), to: date(until) })
  return (
    <Section
      title={title}
      actions={
        <Text size="sm" c="dimmed">
          {count(all.length)}
        </Text>
      }
    >
      <Lines>
        {items.map((each) => (
          <UpcomingLine key={`${each.kind} ${each.id}`} of={each} />
        ))}
      </Lines>
    </Section>
  )
}
