// Written to the address before the page is left.
import type { ListSearch } from './list-search.ts'

export type SearchKey = 'q' | 'sort'

const pending = new Map<SearchKey, string>()

export const setPendingSearch = (key: SearchKey, text: string): void => void pending.set(key, text)
export const clearPendingSearch = (key: SearchKey): void => void pending.delete(key)

export const pendingSearch = (): Pick<ListSearch, SearchKey> | null =>
  pending.size > 0 ? Object.fromEntries([...pending].map(([key, text]) => [key, text || undefined])) : null
