// Search and sort that apply already but are not in the address yet. Code that leaves the page writes them first.
import type { ListSearch } from './list-search.ts'

export type LateKey = 'q' | 'sort'

const late = new Map<LateKey, string>()

export const setLate = (key: LateKey, text: string): void => void late.set(key, text)
export const dropLate = (key: LateKey): void => void late.delete(key)

export const lateSearch = (): Pick<ListSearch, LateKey> | null =>
  late.size > 0 ? Object.fromEntries([...late].map(([key, text]) => [key, text || undefined])) : null
