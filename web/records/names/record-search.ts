// What the address of a list says besides its search: filters by the values of rows, and the record to which they
// belong (`?investorId=…` shows one investor's).
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

/** By field: its words, several joined by comma, or `yes` and `no`. By entity: whether records of it belong to the row. */
type Filters = { readonly [Key in Exclude<FieldName, keyof ListSearch> | EntityName]?: string }

export interface RecordSearch extends ListSearch, Filters {
  /** Calendar days, inclusive. */
  readonly from?: string
  readonly to?: string
  /** Amounts, inclusive, as decimals. */
  readonly min?: string
  readonly max?: string
  /** States that no field holds, joined by commas. */
  readonly state?: string
}

const referencesOf = perEntity((of): readonly string[] => referenceFields(of).map(({ field }) => field))

/** The keys of filters that the entity's records can have. */
const filterKeysOf = perEntity((of): readonly string[] => [
  ...Object.entries(of.fields).flatMap(([name, { storage }]) =>
    storage.kind === 'choice' || storage.kind === 'flag' || (storage.kind === 'text' && storage.suggestions)
      ? [name]
      : [],
  ),
  'from',
  'to',
  'min',
  'max',
  'state',
  ...entities.flatMap((other) => (referenceFields(other).some(({ to }) => to === of.name) ? [other.name] : [])),
])

const keysOf = (entity: EntityName): readonly string[] => {
  const of: Entity = registry[entity]
  return [...referencesOf(of), ...filterKeysOf(of)]
}

const only = (keys: readonly string[], find: (key: string) => string | undefined): RecordSearch =>
  present(Object.fromEntries(keys.map((key) => [key, find(key)])) as never)

export const readRecordSearch =
  (entity: EntityName) =>
  (input: Record<string, unknown>): RecordSearch => ({
    ...readListSearch(input),
    ...only(keysOf(entity), (key) => addressText(input[key])),
  })

/** The records to which the shown rows belong, by reference. */
export const belongingTo = (entity: EntityName, search: RecordSearch): Readonly<Record<string, string>> =>
  only(referencesOf(registry[entity]), (key) => (search as Readonly<Record<string, string>>)[key]) as never

/** The keys of a list that shows every record. */
export const everyRecord = (entity: EntityName): SearchPatch<RecordSearch> => ({
  ...noFilter,
  ...Object.fromEntries(keysOf(entity).map((key) => [key, undefined])),
})
