// What a person may do with one record, as data: a list, a tab and the details each draw the same actions.
import { IconEye, IconPencil, IconTrash, type IconProps } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import type { Verb } from '#schema/entity.ts'
import type { EntityName, Row, VerbOf } from '#schema/registry.ts'
import type { Identity } from '#web/store/contract.ts'
import type { ListedEntity } from './entity-texts.ts'
import type { RecordSearch } from './record-search.ts'
import { identityMay } from './use-may.ts'

export type Opened = 'details' | 'edit' | 'delete'

/** Where an action can lead. */
export interface Reach {
  /** Opens a dialog of the record. */
  readonly open: (id: string, as: Opened) => void
  /** Goes to the screen of another entity; absent where the record is shown inside another one. */
  readonly go?: (entity: ListedEntity, search: RecordSearch) => void
}

type Right = { [Name in EntityName]: { readonly entity: Name; readonly verb: VerbOf<Name> } }[EntityName]

interface Action {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  /** The right that it needs beyond that of seeing the record. */
  readonly needs?: Right
  readonly isDanger?: true
}

interface Running<Name extends EntityName> extends Action {
  run(row: Row<Name>, reach: Reach): void
  readonly href?: undefined
  readonly isElsewhere?: undefined
}

interface Leading<Name extends EntityName> extends Action {
  /** Where it returns no address, the record cannot take the action. */
  href(row: Row<Name>): string | undefined
  /** Opens in a tab of its own. */
  readonly isElsewhere?: true
  readonly run?: undefined
}

/** Something that runs, or a link. */
export type RecordAction<Name extends EntityName = EntityName> = Running<Name> | Leading<Name>

const opening = (id: Opened, icon: ComponentType<IconProps>, label: () => string) =>
  ({ id, icon, label, run: ({ id: record }, { open }) => open(record, id) }) satisfies RecordAction

const details = opening('details', IconEye, () => i18next.t('common:viewDetails'))
const edit = opening('edit', IconPencil, () => i18next.t('common:edit'))
const remove = { ...opening('delete', IconTrash, () => i18next.t('common:delete')), isDanger: true } as const

export interface OpenedDialogs {
  readonly details: boolean
  readonly update: boolean
  readonly delete: boolean
}

/** The actions on a record for this person: first what only looks, then the plan's own, last what deletes. */
export const actionsFor = <Name extends EntityName>(
  identity: Pick<Identity, 'role'>,
  dialogs: OpenedDialogs,
  own: readonly RecordAction<Name>[] = [],
): readonly RecordAction<Name>[] => [
  ...(dialogs.details ? [details] : []),
  ...own.filter(({ needs }) => !needs || identityMay(identity, needs.entity, needs.verb as Verb)),
  ...(dialogs.update ? [edit] : []),
  ...(dialogs.delete ? [remove] : []),
]
