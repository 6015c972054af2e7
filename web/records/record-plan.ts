// The plan of a screen over an entity, as data.
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import type { Warning } from './delete-record.tsx'
import type { CreatableEntity, DeletableEntity, EditableEntity, ListedEntity } from './entity-texts.ts'
import type { Aside } from './form-fields.tsx'
import type { AnyForm } from './form-of.ts'
import type { Sorts } from './list-options.ts'
import { type ColumnPlans, sortsOf } from './record-columns.tsx'
import type { RecordSearch } from './record-search.ts'
import { useMay } from './use-may.ts'
import type { Opens } from './verb-buttons.tsx'

/** The part of the address that belongs to a list and to what is open over it. */
export interface SearchProps {
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

/** The verbs on an entity's records where they are shown; each is offered only to people who may use it. */
export interface RecordVerbs {
  readonly entity: EntityName
  /** With a form, records can be created and edited. */
  readonly form?: AnyForm<CreatableEntity & EditableEntity>
  readonly aside?: Aside
  /** With this, records can be deleted. */
  readonly deletes?: { readonly entity: DeletableEntity; warning?(row: AnyRow): ReturnType<Warning> }
}

export interface DetailsProps<Name extends EntityName> extends SearchProps {
  readonly row: Row<Name>
  /** Absent when the person may not edit, or the screen does not offer it. */
  readonly onEdit?: (() => void) | undefined
  readonly onDelete?: (() => void) | undefined
}

export interface ScreenPlan<Name extends ListedEntity> extends RecordVerbs {
  readonly entity: Name
  readonly icon: ComponentType<IconProps>
  /** The text by which search finds a record; the same function while the language stays. */
  readonly searchText: () => (row: Row<Name>) => string
  readonly columns: ColumnPlans<Name>
  readonly details?: Preloadable<DetailsProps<Name>>
}

export interface PlannedScreen<Name extends ListedEntity> extends ScreenPlan<Name> {
  readonly sorts: Sorts<Row<Name>>
}

/** Called once per screen, so that its sort functions stay the same. */
export const recordScreen = <Name extends ListedEntity>(plan: ScreenPlan<Name>): PlannedScreen<Name> => ({
  ...plan,
  sorts: sortsOf(plan.entity, plan.columns),
})

/** The last cell of every row, in place of a button per verb. Kept stable by the caller. */
export interface RowEnd<Name extends EntityName> {
  readonly width: string
  readonly cell: (row: Row<Name>, open: Opens) => ReactNode
}

export interface Offered {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
}

export function useOffered({ entity, form, deletes }: RecordVerbs): Offered {
  const create = useMay(entity, 'create')
  const update = useMay(entity, 'update')
  const remove = useMay(entity, 'delete')
  return {
    create: create && form !== undefined,
    update: update && form !== undefined,
    delete: remove && deletes !== undefined,
  }
}
