import { IconTrash, type IconProps } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type EntityName, registry, type Row } from '#schema/registry.ts'
import type { Command, Counted } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { hasRight } from '#web/records/actions/record-action.ts'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import { identityMayTo } from '#web/records/data/use-may.ts'
import { countText, type DeletableEntity, type EditableEntity, screenText } from '#web/records/names/entity-texts.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { blockingRecords } from './blocked-delete.tsx'
import { countRelated } from './delete-record.tsx'

export interface SelectedChange {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  readonly keys?: readonly string[]
  readonly isDanger?: true
  /** Why a record is skipped. */
  readonly refusalOf: (row: AnyRow) => ReactNode
  readonly commandOf: (row: AnyRow, given: { readonly counted: Counted; readonly day: string }) => Command
  /** Records deleted with it, by entity. */
  readonly relatedOf?: (row: AnyRow) => Counted
  readonly done: (what: string) => string
  readonly failed: () => string
  readonly dayLabel?: (() => string) | undefined
  readonly about?: ((row: AnyRow) => ReactNode) | undefined
}

const labelled = (label: string, value: string): string => i18next.t('common:labelled', { label, value })

export function deletionOf(store: Store, entity: DeletableEntity): SelectedChange {
  return {
    id: 'delete',
    icon: IconTrash,
    label: () => i18next.t('common:delete'),
    keys: ['delete'],
    isDanger: true,
    refusalOf: (row) => {
      if (!identityMayTo(store.identity, entity, 'delete', row)) return i18next.t('common:notDeletable')
      const blocking = blockingRecords(store, entity, row.id)
      return blocking.length > 0 && listed(blocking.map((each) => countText(each.entity, each.rows.length)))
    },
    commandOf: (seen, { counted }) => ({ op: 'delete', entity, seen, counted }) as Command,
    relatedOf: ({ id }) => countRelated(store, registry[entity], id),
    done: (name) => i18next.t('common:deletedNamed', { name }),
    failed: () => screenText(entity, 'deleteFailed'),
  }
}

export const changesOf = <Name extends EntityName>(
  store: Store,
  entity: Name,
  actions: readonly SelectedAction<Name>[],
): readonly SelectedChange[] =>
  actions
    .filter(({ needs }) => hasRight(store.identity, needs))
    .map(({ id, icon, label, appliesTo, commandOf, skippedReason, done, dayLabel, about }) => ({
      id,
      icon,
      label,
      refusalOf: (row) => !appliesTo(row as unknown as Row<Name>) && skippedReason(),
      commandOf: (row, { day }) => commandOf(row as unknown as Row<Name>, day),
      done: (what) => labelled(done(), what),
      failed: () => screenText(entity as EditableEntity, 'updateFailed'),
      dayLabel,
      about: about && ((row) => about(row as unknown as Row<Name>)),
    }))
