// The address of a list of records also holds which record they belong to: `?investorId=…` shows one investor's.
import { type EntityName, registry } from '#schema/registry.ts'
import type { Entity } from '#schema/entity.ts'
import {
  addressText,
  type ListSearch,
  noFilter,
  present,
  readListSearch,
  type SearchPatch,
} from '#web/ui/list-search.ts'

export interface RecordSearch extends ListSearch {
  /** By the name of a reference, the id of the record that it names. */
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

/** By reference, the record whose rows alone are shown. */
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
