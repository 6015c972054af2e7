// The plan of a screen over an entity, as data.
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

/** The part of the address that belongs to a list and to what is open over it. */
export interface SearchProps {
  readonly search: RecordSearch
  readonly setSearch: SetSearch<RecordSearch>
}

/** The verbs on an entity's records where they are shown; each is offered only to people who may use it. */
export interface RecordVerbs<Noun extends EntityName = EntityName> {
  readonly entity: Noun
  /** With a form, records can be created and edited, as far as anybody may. */
  readonly form?: Noun extends CreatableEntity | EditableEntity ? AnyForm<Noun> : never
  readonly aside?: Aside
  readonly notice?: FormNotice
  /** Takes the place of the usual dialog for a new record. */
  readonly creates?: Preloadable<CreateRecordProps>
  /** With this, records can be deleted. */
  readonly deletes?: Noun extends DeletableEntity ? DeletePlan<Noun> : never
  /** What else can be done with one record. */
  readonly actions?: readonly ActionPlan<Noun>[]
  /** The action whose dialog opens on a record that was just created. */
  readonly opensCreated?: string
}

/** `values` fill the sentence that names what is deleted; without them it is the record's name. */
export type DeletePlan<Noun extends EntityName> = true | { values(row: Row<Noun>): SentenceValues }
/** What stands in a sentence, by placeholder. */
export type SentenceValues = Readonly<Record<string, ReactNode>>

export interface DetailsProps<Noun extends EntityName> extends SearchProps {
  readonly row: Row<Noun>
  /** The fields that the screen's plan names. */
  readonly facts: readonly FieldOf<Noun>[]
  /** What this person may do with the record. */
  readonly actions: readonly RecordAction<Noun>[]
  readonly reach: Reach
}

export interface ScreenPlan<Noun extends ListedEntity> extends RecordVerbs<Noun> {
  /** Other records that are read online for the screen. */
  readonly reads?: readonly EntityName[]
  readonly icon: ComponentType<IconProps>
  /** The text by which search finds a record; the same function for a store while the language stays. */
  readonly searchText: (store: Store) => (row: Row<Noun>) => string
  /** The references through which that text reads other records; always the same array. */
  readonly joins?: ViewOptions<Row<Noun>>['joins']
  /** The order without a chosen column, as the address writes it; else the newest come first. */
  readonly order?: string
  readonly columns: ColumnPlans<Noun>
  /** What the list can be filtered by besides the records to which its rows belong. */
  readonly filters?: readonly FilterPlan<Noun>[]
  /** Stands above the list. */
  readonly above?: ComponentType<SearchProps>
  /** Stands beside the list's search and filters. */
  readonly beside?: ComponentType<SearchProps>
  /** The fields that a record shows when it is opened, in order. */
  readonly facts?: Noun extends DetailedEntity ? readonly FieldOf<Noun>[] : never
  /** What it shows besides, in details of the screen's own. */
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
