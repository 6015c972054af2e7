import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import type { Preloadable } from '#web/ui/preloadable.tsx'
import type {
  CreatableEntity,
  DeletableEntity,
  DetailedEntity,
  EditableEntity,
  ListedEntity,
} from '#web/records/names/entity-texts.ts'
import type { Store, ViewOptions } from '#web/store/base/contract.ts'
import type { FilterPlan } from '#web/records/filters/facets.ts'
import type { CreateRecordProps } from '#web/records/form/create-record.tsx'
import type { Aside, FormNotice } from '#web/records/form/form-fields.tsx'
import type { AnyForm, FieldOf } from '#web/records/form/form-of.ts'
import type { ActionPlan, RecordNavigation, RecordAction } from '#web/records/actions/record-action.ts'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useMay } from '#web/records/data/use-may.ts'

export interface SearchProps {
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

export interface RecordScreenProps extends SearchProps {
  /** Shows this record alone, on a page. */
  readonly page?: string
  readonly go: (entity: ListedEntity, search: RecordSearch) => void
}

/** Each verb is offered only to people who may use it. */
export interface RecordVerbs<Name extends EntityName = EntityName> {
  readonly entity: Name
  readonly form?: Name extends CreatableEntity | EditableEntity ? AnyForm<Name> : never
  readonly aside?: Aside
  readonly notice?: FormNotice
  /** Replaces the usual dialog for a new record. */
  readonly createDialog?: Preloadable<CreateRecordProps>
  readonly deletePlan?: Name extends DeletableEntity ? DeletePlan<Name> : never
  readonly actions?: readonly ActionPlan<Name>[]
  readonly actionAfterCreate?: string
}

/** `values` fill the confirmation; by default the record's name. */
export type DeletePlan<Name extends EntityName> = true | { values(row: Row<Name>): SentenceValues }
export type SentenceValues = Readonly<Record<string, ReactNode>>

export interface DetailsProps<Name extends EntityName> extends SearchProps {
  readonly row: Row<Name>
  readonly facts: readonly FieldOf<Name>[]
  readonly actions: readonly RecordAction<Name>[]
  readonly navigation: RecordNavigation
  /** On paper: all tabs below each other, without actions. */
  readonly isPrinted?: true
}

export interface ScreenPlan<Name extends ListedEntity> extends RecordVerbs<Name> {
  readonly reads?: readonly EntityName[]
  readonly icon: ComponentType<IconProps>
  /** The searchable text; one function per store and language. */
  readonly searchText: (store: Store) => (row: Row<Name>) => string
  /** References that the text reads; always the same array. */
  readonly joins?: ViewOptions<Row<Name>>['joins']
  /** As in the address; else the newest come first. */
  readonly order?: string
  readonly columns: ColumnPlans<Name>
  readonly filters?: readonly FilterPlan<Name>[]
  readonly selectedActions?: readonly SelectedAction<Name>[]
  readonly above?: ComponentType<SearchProps>
  readonly beside?: ComponentType<SearchProps>
  readonly facts?: Name extends DetailedEntity ? readonly FieldOf<Name>[] : never
  readonly details?: Name extends DetailedEntity ? Preloadable<DetailsProps<Name>> : never
}

export interface PermittedVerbs {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
}

export function usePermittedVerbs({ entity, form, deletePlan }: RecordVerbs): PermittedVerbs {
  const create = useMay(entity, 'create')
  const update = useMay(entity, 'update')
  const remove = useMay(entity, 'delete')
  return {
    create: create && form !== undefined,
    update: update && form !== undefined,
    delete: remove && deletePlan !== undefined,
  }
}
