import { createContext, useContext } from 'react'
import type { RecordSearch } from './record-search.ts'
import type { ScreenPath } from './screen-path.tsx'

export interface RecordLinkTarget {
  readonly to: ScreenPath
  readonly search: RecordSearch
}

type RecordLinkOf = (entity: string, id: string) => RecordLinkTarget | null

export const RecordLinkContext = createContext<RecordLinkOf>(() => null)

export const useRecordLink = (): RecordLinkOf => useContext(RecordLinkContext)

/** Undefined for records without a page of their own. */
type RecordPagePathOf = (entity: string, id: string) => string | undefined

export const RecordPagePathContext = createContext<RecordPagePathOf>(() => undefined)

export const useRecordPagePath = (): RecordPagePathOf => useContext(RecordPagePathContext)
