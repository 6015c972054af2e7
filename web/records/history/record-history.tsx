import { Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import i18next from 'i18next'
import { useMemo } from 'react'
import { isStaff } from '#schema/kernel/viewer.ts'
import type { EntityName } from '#schema/registry.ts'
import { localizedDevice } from '#web/i18n/localized-device.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { Parted } from '#web/ui/format/parted.tsx'
import { NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { useHasAllRows } from '#web/records/data/use-online.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { AsItWas } from './as-it-was.tsx'
import { ActivityText, PartActivityText } from './activity-text.tsx'
import { ChangedValues } from './changed-values.tsx'
import classes from './history.module.css'
import { type HistoryEntry, historyEntries } from './history-entries.ts'

interface HistoryProps {
  readonly entity: EntityName
  readonly id: string
}

export function RecordHistory({ entity, id }: HistoryProps) {
  const store = useStore()
  const { version } = useTable('activities')
  const hasAllRows = useHasAllRows('activities')
  // Every change of a row has an activity or waits, so its table need not be watched.
  const status = useSyncStatus()
  const entries = useMemo(
    () => (version >= 0 && status ? historyEntries(store, entity, id) : []),
    [store, version, status, entity, id],
  )
  return (
    <Stack gap="sm" component="section" aria-label={i18next.t('common:history')}>
      <Title order={3}>{i18next.t('common:history')}</Title>
      {isStaff(store.identity) && <AsItWas entity={entity} id={id} entries={entries} />}
      {entries.length > 0 || hasAllRows ? (
        <Text c="dimmed" size="sm">
          {i18next.t(entries.length > 0 ? 'common:historyHint' : 'common:historyEmpty')}
        </Text>
      ) : (
        <NotOnDevice icon={IconHistory} />
      )}
      <ol className={classes['list']}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes['item']}>
            {entry.entityId === id ? (
              <ActivityText entity={entity} activity={entry} />
            ) : (
              <PartActivityText entity={entity} id={id} activity={entry} />
            )}
            <About entry={entry} />
            {entry.changes && entry.changes.length > 0 && (
              <ChangedValues entity={entity} id={id} changes={entry.changes} />
            )}
          </li>
        ))}
      </ol>
    </Stack>
  )
}

const sources = ['import', 'job', 'system'] as const
const sourceText = (source: string): string | undefined => {
  const known = sources.find((each) => each === source)
  return known && i18next.t(`audit:actors.${known}`)
}

function About({ entry: { at, device, source, isWaiting } }: { readonly entry: HistoryEntry }) {
  const written = source && sourceText(source)
  return (
    <Text component="span" size="sm" c="dimmed">
      <Parted
        parts={[
          ...(written ? [<span key="source">{written}</span>] : []),
          ...(device ? [<bdi key="device">{localizedDevice(device)}</bdi>] : []),
          <Moment key="at" at={at} />,
          ...(isWaiting ? [<RowBadge key="waiting" badge="waiting" />] : []),
        ]}
      />
    </Text>
  )
}
