// What of a list's address a saved view holds: its filters, its search and its order, without what is open over the list,
// and without the columns, which each device chooses for itself.
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import type { EntityName } from '#schema/registry.ts'
import { noDialog } from '#web/ui/search/list-search.ts'
import { readRecordSearch, type RecordSearch } from '#web/records/names/record-search.ts'

const left = { ...noDialog, without: undefined }

const ofView = (search: RecordSearch): RecordSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !Object.hasOwn(left, key)))

/** The same text for the same view, in whatever order the address names its parts; empty for the list as it is. */
export const addressOfView = (search: RecordSearch): string =>
  defaultStringifySearch(
    Object.fromEntries(Object.entries(ofView(search)).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )

/** What the list still understands of a view. */
export const searchOfView = (list: EntityName, address: string): RecordSearch =>
  ofView(readRecordSearch(list)(defaultParseSearch(address)))
