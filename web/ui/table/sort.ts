// A sort as the address writes it: `name`, or `-name` for descending.

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export const sortFrom = (text: string | undefined): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null

/** The sort after a press on a header: ascending, descending, none. */
export function nextSort(current: Sort | null, key: string): string | undefined {
  if (current?.key !== key) return key
  return current.descending ? undefined : `-${key}`
}
