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
import type { ActionPlan, Reach, RecordAction } from '#web/records/actions/record-action.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { useMay } from '#web/records/data/use-may.ts'

export interface SearchProps {
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

/** Each verb is offered only to people who may use it. */
export interface RecordVerbs<Noun extends EntityName = EntityName> {
  readonly entity: Noun
  readonly form?: Noun extends CreatableEntity | EditableEntity ? AnyForm<Noun> : never
  readonly aside?: Aside
  readonly notice?: FormNotice
  /** Replaces the usual dialog for a new record. */
  readonly creates?: Preloadable<CreateRecordProps>
  readonly deletes?: Noun extends DeletableEntity ? DeletePlan<Noun> : never
  readonly actions?: readonly ActionPlan<Noun>[]
  /** The action that opens after a record was created. */
  readonly opensCreated?: string
}

/** `values` fill the confirmation; by default the record's name. */
export type DeletePlan<Noun extends EntityName> = true | { values(row: Row<Noun>): SentenceValues }
export type SentenceValues = Readonly<Record<string, ReactNode>>

export interface DetailsProps<Noun extends EntityName> extends SearchProps {
  readonly row: Row<Noun>
  readonly facts: readonly FieldOf<Noun>[]
  readonly actions: readonly RecordAction<Noun>[]
  readonly reach: Reach
}

export interface ScreenPlan<Noun extends ListedEntity> extends RecordVerbs<Noun> {
  /** Further records to read online. */
  readonly reads?: readonly EntityName[]
  readonly icon: ComponentType<IconProps>
  /** The searchable text; one function per store and language. */
  readonly searchText: (store: Store) => (row: Row<Noun>) => string
  /** References that the text reads; always the same array. */
  readonly joins?: ViewOptions<Row<Noun>>['joins']
  /** The default sort as in the address; else the newest come first. */
  readonly order?: string
  readonly columns: ColumnPlans<Noun>
  readonly filters?: readonly FilterPlan<Noun>[]
  readonly above?: ComponentType<SearchProps>
  readonly beside?: ComponentType<SearchProps>
  readonly facts?: Noun extends DetailedEntity ? readonly FieldOf<Noun>[] : never
  readonly details?: Noun extends DetailedEntity ? Preloadable<DetailsProps<Noun>> : never
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
