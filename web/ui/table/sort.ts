// A sort in the address: `name`, or `-name` for descending.

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export const sortFrom = (text: string | undefined): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null

/** Ascending, descending, none. The column of the default order only reverses it. */
export function nextSort(current: Sort | null, key: string, defaultSort: Sort | null = null): string | undefined {
  if (defaultSort?.key === key) return current ? undefined : defaultSort.descending ? key : `-${key}`
  if (current?.key !== key) return key
  return current.descending ? undefined : `-${key}`
}

export const sortText = ({ key, descending }: Sort, defaultSort: Sort | null): string | undefined =>
  defaultSort?.key === key && defaultSort.descending === descending ? undefined : descending ? `-${key}` : key
