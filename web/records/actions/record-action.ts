import { IconEye, IconPencil, IconTrash, type IconProps } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import type { Verb } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import type { EntityName, Row, VerbOf } from '#schema/registry.ts'
import type { Identity, Store } from '#web/store/base/contract.ts'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { identityMay, identityMayTo } from '#web/records/data/use-may.ts'

export interface RecordNavigation {
  /** Opens `details`, `edit`, `value`, `delete` or an action's dialog; `other` is a second record. */
  readonly open: (id: string, as: string, other?: string) => void
  /** Absent where the record is shown inside another one. */
  readonly go?: (entity: ListedEntity, search: RecordSearch) => void
}

export type Right = { [Name in EntityName]: { readonly entity: Name; readonly verb: VerbOf<Name> } }[EntityName]

interface Action<Name extends EntityName> {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  /** With the focus in the record's row, or while it is open. */
  readonly keys?: readonly string[]
  /** Required besides the right to read. A right on the record's own entity is checked for this record. */
  readonly needs?: Right
  readonly appliesTo?: (this: void, row: Row<Name>, identity: Identity) => boolean
  readonly isDanger?: true
  /** Shown only in the details, if the entity has details. */
  readonly isRare?: true
  /** The first of these that applies is the button of the details; the others are its menu. */
  readonly isMain?: true
}

interface RunAction<Name extends EntityName> extends Action<Name> {
  run(row: Row<Name>, navigation: RecordNavigation, store: Store): void
  readonly opens?: undefined
  readonly href?: undefined
  readonly opensNewTab?: undefined
}

interface LinkAction<Name extends EntityName> extends Action<Name> {
  href(row: Row<Name>): string | undefined
  readonly opensNewTab?: true
  readonly opens?: undefined
  readonly run?: undefined
}

export interface ActionDialogProps<Name extends EntityName> {
  readonly row: Row<Name>
  readonly other?: string | undefined
  readonly onDone: () => void
  /** Called with the record's id before a delete, and with undefined after a failure. */
  readonly onDeleting?: ((id: string | undefined) => void) | undefined
  readonly onDeleted?: (() => void) | undefined
}

/** The dialog's name in the address is the action's id, so it must differ from the list's own dialogs. */
export interface DialogAction<Name extends EntityName> extends Action<Name> {
  readonly opens: Preloadable<ActionDialogProps<Name>>
  readonly title?: () => string
  /** A click outside the dialog does not close it. */
  readonly isForm?: true
  readonly isWide?: true
  readonly run?: undefined
  readonly href?: undefined
  readonly opensNewTab?: undefined
}

export type ActionPlan<Name extends EntityName = EntityName> = RecordAction<Name> | DialogAction<Name>

export type RecordAction<Name extends EntityName = EntityName> = RunAction<Name> | LinkAction<Name>

const openAction = (id: 'details' | 'edit' | 'value' | 'delete', icon: ComponentType<IconProps>, label: () => string) =>
  ({ id, icon, label, run: ({ id: record }, { open }) => open(record, id) }) satisfies RecordAction

const details = { ...openAction('details', IconEye, () => i18next.t('common:viewDetails')), keys: ['enter'] } as const
const edit = { ...openAction('edit', IconPencil, () => i18next.t('common:edit')), isMain: true } as const
const editKeys = ['e'] as const
const remove = {
  ...openAction('delete', IconTrash, () => i18next.t('common:delete')),
  keys: ['delete'],
  isDanger: true,
} as const
const rightOf = (entity: EntityName, verb: 'update' | 'delete') => ({ needs: { entity, verb } as Right })

/** The dialog with a part of the form. It is offered by key and in the palette only. */
export const quickEdit = (entity: EntityName, label: () => string): RecordAction => ({
  ...openAction('value', IconPencil, label),
  ...rightOf(entity, 'update'),
  keys: editKeys,
})

export interface DialogSupport {
  readonly details: boolean
  readonly update: boolean
  readonly delete: boolean
  /** Has the key of editing. */
  readonly quickEdit?: boolean
}

export const actionsFor = <Name extends EntityName>(
  entity: Name,
  identity: Pick<Identity, 'role'>,
  dialogs: DialogSupport,
  customActions: readonly ActionPlan<Name>[] = [],
): readonly RecordAction<Name>[] => [
  ...(dialogs.details ? [details] : []),
  ...customActions.filter(({ needs }) => hasRight(identity, needs)).map(toRecordAction),
  ...(dialogs.update ? [{ ...edit, ...rightOf(entity, 'update'), ...(!dialogs.quickEdit && { keys: editKeys }) }] : []),
  ...(dialogs.delete ? [{ ...remove, ...rightOf(entity, 'delete') }] : []),
]

export const hasRight = (identity: Pick<Identity, 'role'>, needs: Right | undefined): boolean =>
  !needs || identityMay(identity, needs.entity, needs.verb as Verb)

export const hasRightOn = (identity: Identity, needs: Right | undefined, entity: EntityName, row: Values): boolean =>
  needs?.entity === entity ? identityMayTo(identity, entity, needs.verb as Verb, row) : hasRight(identity, needs)

function toRecordAction<Name extends EntityName>(plan: ActionPlan<Name>): RecordAction<Name> {
  if (!plan.opens) return plan
  const { opens: _, title: _title, isForm: _isForm, isWide: _isWide, ...action } = plan
  return { ...action, run: ({ id }, { open }) => open(id, plan.id) }
}

export const applicableActions = <Name extends EntityName>(
  entity: Name,
  actions: readonly RecordAction<Name>[],
  row: Row<Name>,
  { identity }: Pick<Store, 'identity'>,
): readonly RecordAction<Name>[] =>
  actions.filter(
    ({ needs, appliesTo }) => hasRightOn(identity, needs, entity, row) && (appliesTo?.(row, identity) ?? true),
  )
