import { List, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import type { AnyRow, Entity, Link } from '#schema/kernel/entity.ts'
import { cascadeLinks, type EntityName, registry, type Row } from '#schema/registry.ts'
import type { Store } from '#web/store/base/contract.ts'
import type { Counted } from '#web/store/base/command.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialogs/confirm-dialog.tsx'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { titleReaderOf } from '#web/records/data/read-any.ts'
import { countText, type DeletableEntity, screenText, textOf } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { recordTitle } from '#web/records/names/record-title.ts'
import type { SentenceValues } from '#web/records/list/record-plan.ts'
import { RecordAmounts } from './record-amounts.tsx'

interface DeleteRecordProps {
  readonly entity: DeletableEntity
  readonly row: AnyRow
  readonly opened: boolean
  readonly values?: SentenceValues | undefined
  readonly onClose: () => void
  readonly onDeleted: () => void
  readonly onDeleting?: ((id: string | undefined) => void) | undefined
}

/** The server deletes no more than was listed. */
export function DeleteRecord(props: DeleteRecordProps) {
  const { entity, row, opened, values, onClose, onDeleted, onDeleting } = props
  const store = useStore()
  const { seen, counted } = useDeletionCounts(entity, row, opened)
  const remove = async () => {
    onDeleting?.(row.id)
    const name = recordTitle(entity, row, titleReaderOf(store))
    let isDeleted = false
    await reportResult(
      () => store.remove(entity, seen as Row<DeletableEntity>, counted),
      (outcome) => {
        isDeleted = true
        reportSaved(store, outcome, screenText(entity, 'deleted'), { name })
        onDeleted()
      },
      screenText(entity, 'deleteFailed'),
    )
    if (!isDeleted) onDeleting?.(undefined)
  }
  const parts = values ?? { name: <RecordName entity={entity} id={row.id} /> }
  const related = Object.entries(counted).filter(([, ids]) => ids.length > 0)
  return (
    <ConfirmDialog
      opened={opened}
      title={screenText(entity, 'deleteTitle')}
      confirm={i18next.t('common:delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>
          <Sentence
            format={(...places) => screenText(entity, 'deleteWarning', namedPlaceholders(Object.keys(parts), places))}
            parts={Object.values(parts)}
          />
        </Text>
        {related.length === 0 ? (
          <Text c="dimmed">{textOf(entity, 'deleteNothing')}</Text>
        ) : (
          <>
            <Text fw={600}>{i18next.t('common:deletedWithIt')}</Text>
            <List>
              {related.map(([name, ids]) => (
                <List.Item key={name}>
                  {countText(name, ids.length)}
                  <RecordAmounts
                    entity={name as EntityName}
                    rows={ids.flatMap((id) => store.table(name as EntityName).get(id) ?? [])}
                  />
                </List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    </ConfirmDialog>
  )
}

const namedPlaceholders = (names: readonly string[], places: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, places[index] ?? '']))

interface DeletionCounts {
  readonly seen: AnyRow
  readonly counted: Counted
}

function useDeletionCounts(entity: EntityName, row: AnyRow, opened: boolean): DeletionCounts {
  const store = useStore()
  const readNow = (): DeletionCounts => ({ seen: row, counted: countRelated(store, registry[entity], row.id) })
  const [snapshot, setSnapshot] = useState(() => ({ opened, id: row.id, seen: readNow() }))
  if (snapshot.opened === opened && snapshot.id === row.id) return snapshot.seen
  const next = { opened, id: row.id, seen: readNow() }
  setSnapshot(next)
  return next.seen
}

export function countRelated(store: Store, definition: Entity, id: string): Counted {
  const ids = ({ entity, field }: Link): readonly string[] =>
    store
      .table(entity as EntityName)
      .where(field as 'id', id)
      .map((row) => row.id)
  return Object.fromEntries(
    [...Map.groupBy(cascadeLinks(definition), ({ entity }) => entity)].map(([entity, links]) => [
      entity,
      [...new Set(links.flatMap(ids))],
    ]),
  )
}
