import { createContext, useContext } from 'react'
import type { RecordSearch } from './record-search.ts'
import type { ScreenPath } from './screen-path.tsx'

export interface RecordAddress {
  readonly to: ScreenPath
  readonly search: RecordSearch
}

type AddressOf = (entity: string, id: string) => RecordAddress | null

export const AddressOfRecord = createContext<AddressOf>(() => null)

export const useAddressOf = (): AddressOf => useContext(AddressOfRecord)

/** Undefined for records without a page of their own. */
type PageAddressOf = (entity: string, id: string) => string | undefined

export const PageAddressOfRecord = createContext<PageAddressOf>(() => undefined)

export const usePageAddressOf = (): PageAddressOf => useContext(PageAddressOfRecord)
