// The address of a list: filters by values, and the record that rows belong to (`?investorId=…`).
import { type Entity, perEntity, referenceFields } from '#schema/kernel/entity.ts'
import { entities, type EntityName, registry, type Row } from '#schema/registry.ts'
import {
  addressText,
  type ListSearch,
  noFilter,
  present,
  readListSearch,
  type SearchPatch,
} from '#web/ui/search/list-search.ts'

type FieldName = { [Name in EntityName]: keyof Row<Name> & string }[EntityName]

/** By field: values joined by commas, or `yes` and `no`. By entity: whether such records belong to the row. */
type Filters = { readonly [Key in Exclude<FieldName, keyof ListSearch> | EntityName]?: string }

export interface RecordSearch extends ListSearch, Filters {
  readonly from?: string
  readonly to?: string
  readonly dueFrom?: string
  readonly dueTo?: string
  /** Inclusive, as decimals. */
  readonly min?: string
  readonly max?: string
  /** Joined by commas. */
  readonly state?: string
}

const referencesOf = perEntity((entity): readonly string[] => referenceFields(entity).map(({ field }) => field))

const filterKeysOf = perEntity((entity): readonly string[] => [
  ...Object.entries(entity.fields).flatMap(([name, { storage }]) =>
    storage.kind === 'choice' || storage.kind === 'flag' || (storage.kind === 'text' && storage.suggestions)
      ? [name]
      : [],
  ),
  'from',
  'to',
  'dueFrom',
  'dueTo',
  'min',
  'max',
  'state',
  ...entities.flatMap((other) => (referenceFields(other).some(({ to }) => to === entity.name) ? [other.name] : [])),
])

const keysOf = (entity: EntityName): readonly string[] => {
  const definition: Entity = registry[entity]
  return [...referencesOf(definition), ...filterKeysOf(definition)]
}

const pickKeys = (
  keys: readonly string[],
  find: (key: string) => string | undefined,
): Readonly<Record<string, string>> =>
  present<Record<string, string>>(Object.fromEntries(keys.map((key) => [key, find(key)])))

export const readRecordSearch =
  (entity: EntityName) =>
  (input: Record<string, unknown>): RecordSearch => ({
    ...readListSearch(input),
    ...pickKeys(keysOf(entity), (key) => addressText(input[key])),
  })

export const parentsIn = (entity: EntityName, search: RecordSearch): Readonly<Record<string, string>> =>
  pickKeys(referencesOf(registry[entity]), (key) => (search as Readonly<Record<string, string>>)[key])

export const withoutFilters = (entity: EntityName): SearchPatch<RecordSearch> => ({
  ...noFilter,
  ...Object.fromEntries(keysOf(entity).map((key) => [key, undefined])),
})
