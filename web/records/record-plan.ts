// What a screen over an entity says of itself, as data.
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { AnyRow } from '#schema/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/list-search.ts'
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

/** The address, as far as a list and what is open over it know it. */
export interface SearchProps {
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

/** What can be done with an entity's records where they are shown; each only by those who may. */
export interface RecordVerbs {
  readonly entity: EntityName
  /** With it, records are made and changed. */
  readonly form?: AnyForm<CreatableEntity & EditableEntity>
  readonly aside?: Aside
  /** With it, records are deleted. */
  readonly deletes?: { readonly entity: DeletableEntity; warning?(row: AnyRow): ReturnType<Warning> }
}

export interface DetailsProps<Name extends EntityName> extends SearchProps {
  readonly row: Row<Name>
  /** Absent where the person may not, or the screen does not offer it. */
  readonly onEdit?: (() => void) | undefined
  readonly onDelete?: (() => void) | undefined
}

export interface ScreenPlan<Name extends ListedEntity> extends RecordVerbs {
  readonly entity: Name
  readonly icon: ComponentType<IconProps>
  /** What a record is found by; the same function as long as the language stays. */
  readonly searchText: () => (row: Row<Name>) => string
  readonly columns: ColumnPlans<Name>
  readonly details?: Preloadable<DetailsProps<Name>>
}

export interface PlannedScreen<Name extends ListedEntity> extends ScreenPlan<Name> {
  readonly sorts: Sorts<Row<Name>>
}

/** Made once for each screen: what a list is sorted by stays the same. */
export const recordScreen = <Name extends ListedEntity>(plan: ScreenPlan<Name>): PlannedScreen<Name> => ({
  ...plan,
  sorts: sortsOf(plan.entity, plan.columns),
})

/** The last cell of every row, instead of a button for each verb. Kept stable by the caller. */
export interface RowEnd<Name extends EntityName> {
  readonly width: string
  readonly cell: (row: Row<Name>, open: Opens) => ReactNode
}

export interface Offered {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
}

/** Which verbs this person is offered. */
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
