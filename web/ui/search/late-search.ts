// Search and sort that apply already but are not in the address yet. Code that leaves the page writes them first.
import type { ListSearch } from './list-search.ts'

export type LateKey = 'q' | 'sort'

const pending = new Map<LateKey, string>()

export const setLate = (key: LateKey, text: string): void => void pending.set(key, text)
export const dropLate = (key: LateKey): void => void pending.delete(key)

export const lateSearch = (): Pick<ListSearch, LateKey> | null =>
  pending.size > 0 ? Object.fromEntries([...pending].map(([key, text]) => [key, text || undefined])) : null
