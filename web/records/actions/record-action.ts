// What a person may do with one record, as data: a list, a tab and the details each draw the same actions.
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

/** Where an action can lead. */
export interface Reach {
  /** Opens a dialog of the record, or of it and another one: `details`, `edit`, `delete`, or an action's by its id. */
  readonly open: (id: string, as: string, other?: string) => void
  /** Goes to the screen of another entity; absent where the record is shown inside another one. */
  readonly go?: (entity: ListedEntity, search: RecordSearch) => void
}

export type Right = { [Name in EntityName]: { readonly entity: Name; readonly verb: VerbOf<Name> } }[EntityName]

interface Action<Name extends EntityName> {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  /** The right that it needs beyond that of seeing the record; one of the record's own entity is needed on it. */
  readonly needs?: Right
  /** Where it is false, the record is not offered the action. */
  readonly suits?: (this: void, row: Row<Name>, identity: Identity) => boolean
  readonly isDanger?: true
  /** Done seldom: where records have details of their own, it is offered there alone. */
  readonly isRare?: true
  /** Stays a button where the details of a record have too many actions for buttons. */
  readonly isMain?: true
}

interface Running<Name extends EntityName> extends Action<Name> {
  run(row: Row<Name>, reach: Reach, store: Store): void
  readonly opens?: undefined
  readonly href?: undefined
  readonly isElsewhere?: undefined
}

interface Leading<Name extends EntityName> extends Action<Name> {
  /** Where it returns no address, the record cannot take the action. */
  href(row: Row<Name>): string | undefined
  /** Opens in a tab of its own. */
  readonly isElsewhere?: true
  readonly opens?: undefined
  readonly run?: undefined
}

export interface ActionDialogProps<Name extends EntityName> {
  readonly row: Row<Name>
  /** The record that the address sets beside this one. */
  readonly other?: string | undefined
  readonly onDone: () => void
  /** For an action with which the record itself goes: told before, with its id, and of a failure, without. */
  readonly onDeleting?: ((id: string | undefined) => void) | undefined
  /** Then called in place of `onDone`. */
  readonly onDeleted?: (() => void) | undefined
}

/** A dialog of the action's own. The address names it by the action's id, so the list must not use that word itself. */
export interface Opening<Name extends EntityName> extends Action<Name> {
  readonly opens: Preloadable<ActionDialogProps<Name>>
  /** The dialog's title, when it is not the label. */
  readonly title?: () => string
  /** The dialog holds a form: a press beside the dialog does not close it. */
  readonly isForm?: true
  /** The dialog needs room for two records beside each other. */
  readonly isWide?: true
  readonly run?: undefined
  readonly href?: undefined
  readonly isElsewhere?: undefined
}

/** Something that runs, a link, or a dialog. */
export type ActionPlan<Name extends EntityName = EntityName> = RecordAction<Name> | Opening<Name>

/** What is drawn for a person: something that runs, or a link. */
export type RecordAction<Name extends EntityName = EntityName> = Running<Name> | Leading<Name>

const opening = (id: 'details' | 'edit' | 'delete', icon: ComponentType<IconProps>, label: () => string) =>
  ({ id, icon, label, run: ({ id: record }, { open }) => open(record, id) }) satisfies RecordAction

const details = opening('details', IconEye, () => i18next.t('common:viewDetails'))
const edit = { ...opening('edit', IconPencil, () => i18next.t('common:edit')), isMain: true } as const
const remove = { ...opening('delete', IconTrash, () => i18next.t('common:delete')), isDanger: true } as const
const rightOf = (entity: EntityName, verb: 'update' | 'delete') => ({ needs: { entity, verb } as Right })

export interface OpenedDialogs {
  readonly details: boolean
  readonly update: boolean
  readonly delete: boolean
}

/** The actions on a record for this person: first what only looks, then the plan's own, last what deletes. */
export const actionsFor = <Name extends EntityName>(
  entity: Name,
  identity: Pick<Identity, 'role'>,
  dialogs: OpenedDialogs,
  own: readonly ActionPlan<Name>[] = [],
): readonly RecordAction<Name>[] => [
  ...(dialogs.details ? [details] : []),
  ...own.filter(({ needs }) => hasRight(identity, needs)).map(drawn),
  ...(dialogs.update ? [{ ...edit, ...rightOf(entity, 'update') }] : []),
  ...(dialogs.delete ? [{ ...remove, ...rightOf(entity, 'delete') }] : []),
]

export const hasRight = (identity: Pick<Identity, 'role'>, needs: Right | undefined): boolean =>
  !needs || identityMay(identity, needs.entity, needs.verb as Verb)

/** Whether the person has the right that an action on this record needs. */
export const hasRightOn = (identity: Identity, needs: Right | undefined, entity: EntityName, row: Values): boolean =>
  needs?.entity === entity ? identityMayTo(identity, entity, needs.verb as Verb, row) : hasRight(identity, needs)

function drawn<Name extends EntityName>(plan: ActionPlan<Name>): RecordAction<Name> {
  if (!plan.opens) return plan
  const { opens: _, title: _title, isForm: _isForm, isWide: _isWide, ...action } = plan
  return { ...action, run: ({ id }, { open }) => open(id, plan.id) }
}

/** The actions that this record is offered: those that suit it and that the server would let this person do. */
export const suiting = <Name extends EntityName>(
  entity: Name,
  actions: readonly RecordAction<Name>[],
  row: Row<Name>,
  { identity }: Pick<Store, 'identity'>,
): readonly RecordAction<Name>[] =>
  actions.filter(({ needs, suits }) => hasRightOn(identity, needs, entity, row) && (suits?.(row, identity) ?? true))
