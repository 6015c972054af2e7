// A sort in the address: `name`, or `-name` for descending.

export interface Sort {
  readonly key: string
  readonly descending: boolean
}

export const sortFrom = (text: string | undefined): Sort | null =>
  text ? { key: text.replace(/^-/, ''), descending: text.startsWith('-') } : null

/** Cycles ascending, descending, none. The column of the default order only reverses it. */
export function nextSort(current: Sort | null, key: string, usual: Sort | null = null): string | undefined {
  if (usual?.key === key) return current ? undefined : usual.descending ? key : `-${key}`
  if (current?.key !== key) return key
  return current.descending ? undefined : `-${key}`
}

/** Undefined for the default order. */
export const sortText = ({ key, descending }: Sort, usual: Sort | null): string | undefined =>
  usual?.key === key && usual.descending === descending ? undefined : descending ? `-${key}` : key
