import { Stack, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import { activities } from '#schema/entities/activities/entity.ts'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { recentSince } from '#schema/kernel/recent.ts'
import { dateIn, isCalendarDate } from '#schema/money/dates.ts'
import type { EntityName } from '#schema/registry.ts'
import { OnlineStatePlaceholder } from '#web/records/data/online-state-placeholder.tsx'
import { useRow } from '#web/records/data/use-table.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import type { HistoryEntry } from './history-entries.ts'
import { type RecordedChange, joinedChanges, rowAsOf } from './row-as-of.ts'
import { useServerHistory } from './use-server-history.ts'
import { ValuesThen } from './values-then.tsx'

interface AsItWasProps {
  readonly entity: EntityName
  readonly id: string
  readonly entries: readonly HistoryEntry[]
}

export function AsItWas({ entity, id, entries }: AsItWasProps) {
  const row: AnyRow | undefined = useRow(entity, id)
  const [day, setDay] = useState('')
  if (!row) return null
  return (
    <Stack gap="sm">
      <DateInput label={i18next.t('common:asItWas')} value={day} onChange={setDay} maw="16rem" />
      {isCalendarDate(day) && <RowOn entity={entity} row={row} entries={entries} day={day} />}
    </Stack>
  )
}

interface RowOnProps extends Omit<AsItWasProps, 'id'> {
  readonly row: AnyRow
  readonly day: string
}

function RowOn({ day, ...props }: RowOnProps): ReactNode {
  const { entity, row, entries } = props
  const { timeZone, day: dayOf } = useDates()
  const today = useToday()
  const isLater = (at: string) => dateIn(timeZone, new Date(at)) > day
  const isUndone = ({ at, isWaiting }: RecordedChange) => isWaiting === true || isLater(at)
  if (isLater(row.createdAt))
    return <Text c="dimmed">{i18next.t('common:asItWasNotYet', { date: dayOf(row.createdAt) })}</Text>
  const isRecent = day >= recentSince(activities.recent!, new Date(`${today}T00:00:00Z`))
  const then = isRecent ? rowAsOf(row, entries, isUndone) : null
  return then ? <ValuesThen entity={entity} now={row} then={then} /> : <RowByServer {...props} isUndone={isUndone} />
}

interface RowByServerProps extends Omit<RowOnProps, 'day'> {
  readonly isUndone: (change: RecordedChange) => boolean
}

/** From the audit trail: this device does not have the values. */
function RowByServer({ entity, row, entries, isUndone }: RowByServerProps) {
  const { state, changes, reload } = useServerHistory(entity, row.id)
  if (state.kind !== 'here') return <OnlineStatePlaceholder state={state} icon={IconHistory} onRetry={reload} />
  const then = rowAsOf(row, joinedChanges(entries, changes), isUndone)
  return then ? (
    <ValuesThen entity={entity} now={row} then={then} />
  ) : (
    <Text c="dimmed">{i18next.t('common:asItWasWaiting')}</Text>
  )
}
