// Without open dialogs, and without columns, which each device chooses.
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import type { EntityName } from '#schema/registry.ts'
import { noDialog } from '#web/ui/search/list-search.ts'
import { readRecordSearch, type RecordSearch } from '#web/records/names/record-search.ts'

const omitted = { ...noDialog, without: undefined }

const viewSearch = (search: RecordSearch): RecordSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !Object.hasOwn(omitted, key)))

/** Sorted keys, so that equal views have equal texts; empty for the default list. */
export const addressOfView = (search: RecordSearch): string =>
  defaultStringifySearch(
    Object.fromEntries(Object.entries(viewSearch(search)).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )

export const searchOfView = (list: EntityName, address: string): RecordSearch =>
  viewSearch(readRecordSearch(list)(defaultParseSearch(address)))
