// Without open dialogs, and without columns, which each device chooses.
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import type { EntityName } from '#schema/registry.ts'
import { noDialog } from '#web/ui/search/list-search.ts'
import { readRecordSearch, type RecordSearch } from '#web/records/names/record-search.ts'

const left = { ...noDialog, without: undefined }

const ofView = (search: RecordSearch): RecordSearch =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !Object.hasOwn(left, key)))

/** Sorted keys, so that equal views have equal texts; empty for the default list. */
export const addressOfView = (search: RecordSearch): string =>
  defaultStringifySearch(
    Object.fromEntries(Object.entries(ofView(search)).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )

export const searchOfView = (list: EntityName, address: string): RecordSearch =>
  ofView(readRecordSearch(list)(defaultParseSearch(address)))
