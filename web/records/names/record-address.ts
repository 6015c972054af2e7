// Where a record opens on its screen: the app knows which screens the person's role has.
import { createContext, useContext } from 'react'
import type { RecordSearch } from './record-search.ts'
import type { ScreenPath } from './screen-path.tsx'

export interface RecordAddress {
  readonly to: ScreenPath
  readonly search: RecordSearch
}

type AddressOf = (entity: string, id: string) => RecordAddress | null

export const AddressOfRecord = createContext<AddressOf>(() => null)

/** Gives null where no screen shows the record. */
export const useAddressOf = (): AddressOf => useContext(AddressOfRecord)
