import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconFileOff, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#schema/money/dates.ts'
import { restorableDays } from '#schema/records/deleted-group.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { Moment } from '#web/ui/format/dates/moment.tsx'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { restoreRecord } from '#web/records/actions/restore-record.ts'
import { ScreenLink, screenPath } from '#web/records/names/screen-path.tsx'
import { OnlineStatePlaceholder } from '#web/records/data/online-state-placeholder.tsx'
import { ActivityText } from '#web/records/history/activity-text.tsx'
import { identityMay } from '#web/records/data/use-may.ts'
import { useHasAllRows, useOnline } from '#web/records/data/use-online.ts'
import { useTable } from '#web/records/data/use-table.ts'

interface MissingRecordProps {
  readonly entity: ListedEntity
  readonly id: string
  /** Absent where the record would have a page of its own: a link then leads away. */
  readonly onClose?: () => void
  readonly hasList?: boolean
}

export function MissingRecord({ entity, id, onClose, hasList = false }: MissingRecordProps) {
  const { t } = useTranslation(['common', 'shell'])
  const store = useStore()
  const hasAllRows = useHasAllRows(entity)
  const online = useOnline(entity)
  const deletion = useDeletion(entity, id)
  if (!hasAllRows)
    return online ? (
      <OnlineStatePlaceholder state={online} icon={IconFileOff} onRetry={() => void store.online.read(entity)} />
    ) : (
      <NotOnDevice icon={IconFileOff} />
    )
  const mayRestore = deletion?.isRestorable === true && identityMay(store.identity, entity, 'delete')
  return (
    <EmptyState
      icon={deletion ? IconTrash : IconFileOff}
      title={t('missing.title')}
      hint={deletion?.words ?? t('missing.hint')}
      action={
        <>
          {mayRestore && <Text c="dimmed">{t('missing.restoreHint')}</Text>}
          <Group gap="sm" mt="xs" justify="center">
            {mayRestore && (
              <Button
                leftSection={<IconArrowBackUp size={18} stroke={1.6} aria-hidden="true" />}
                onClick={() => void restoreRecord(store, entity, id)}
              >
                {t('missing.restore')}
              </Button>
            )}
            {onClose ? (
              <Button variant="default" onClick={onClose}>
                {t('missing.toList')}
              </Button>
            ) : (
              <Button variant="default" component={ScreenLink} to={hasList ? screenPath(entity) : '/dashboard'}>
                {hasList ? t('missing.toList') : t('shell:backToDashboard')}
              </Button>
            )}
          </Group>
        </>
      }
    />
  )
}

interface Deletion {
  readonly words: ReactNode
  readonly isRestorable: boolean
}

/** Null if the record was restored afterwards. */
function useDeletion(entity: EntityName, id: string): Deletion | null {
  const table = useTable('activities')
  const store = useStore()
  const { version } = table
  const now = useToday()
  const last = useMemo(
    () =>
      version >= 0
        ? table
            .where('entityId', id)
            .filter(({ entityType }) => entityType === entity)
            .reduce<Row<'activities'> | undefined>((one, other) => (one && one.at >= other.at ? one : other), undefined)
        : undefined,
    [table, version, id, entity],
  )
  // A deletion that was not sent yet has no activity.
  const pending = store.outbox().find(({ ops }) => ops.some((each) => each.op === 'delete' && each.id === id))
  const isPendingNewer = pending !== undefined && (!last || pending.at >= last.at)
  const activity = isPendingNewer ? { action: 'delete', userId: store.identity.id, by: null, at: pending.at } : last
  if (activity?.action !== 'delete') return null
  return {
    isRestorable: daysBetween(activity.at.slice(0, 10), now) <= restorableDays,
    words: (
      <>
        <ActivityText entity={entity} activity={activity} /> · <Moment at={activity.at} />
      </>
    ),
  }
}
