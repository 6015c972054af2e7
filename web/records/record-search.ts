// The address of a list can also hold the record to which its rows belong: `?investorId=…` shows one investor's.
import { type EntityName, registry } from '#schema/registry.ts'
import type { Entity } from '#schema/entity.ts'
import {
  addressText,
  type ListSearch,
  noFilter,
  present,
  readListSearch,
  type SearchPatch,
} from '#web/ui/search/list-search.ts'

export interface RecordSearch extends ListSearch {
  /** The id of a record, by the name of the reference to it. */
  readonly [reference: `${string}Id`]: string | undefined
}

const referencesOf = (entity: EntityName): readonly `${string}Id`[] =>
  Object.entries((registry[entity] as Entity).fields).flatMap(([name, { storage }]) =>
    storage.kind === 'reference' ? [name as `${string}Id`] : [],
  )

export const readRecordSearch =
  (entity: EntityName) =>
  (input: Record<string, unknown>): RecordSearch => ({
    ...readListSearch(input),
    ...present<Record<string, string>>(
      Object.fromEntries(referencesOf(entity).map((name) => [name, addressText(input[name])])) as never,
    ),
  })

/** The records to which the shown rows belong, by reference. */
export const belongingTo = (entity: EntityName, search: RecordSearch): Readonly<Record<string, string>> =>
  Object.fromEntries(
    referencesOf(entity).flatMap((name) => {
      const id = search[name]
      return id ? [[name, id]] : []
    }),
  )

/** The keys of a list that shows every record. */
export const everyRecord = (entity: EntityName): SearchPatch<RecordSearch> => ({
  ...noFilter,
  ...Object.fromEntries(referencesOf(entity).map((name) => [name, undefined])),
})
