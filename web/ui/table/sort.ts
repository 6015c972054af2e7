// A sort as the address writes it: `name`, or `-name` for descending.

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export const sortFrom = (text: string | undefined): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null

/**
 * The sort after a press on a header: ascending, descending, none. Without one the list is in its usual order, which the
 * column of that order turns round.
 */
export function nextSort(current: Sort | null, key: string, usual: Sort | null = null): string | undefined {
  if (usual?.key === key) return current ? undefined : usual.descending ? key : `-${key}`
  if (current?.key !== key) return key
  return current.descending ? undefined : `-${key}`
}

/** What the address says of a sort: nothing where the list stands so without it. */
export const sortText = ({ key, descending }: Sort, usual: Sort | null): string | undefined =>
  usual?.key === key && usual.descending === descending ? undefined : descending ? `-${key}` : key
