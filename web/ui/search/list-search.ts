// A reload or shared link restores the same screen.

export interface ListSearch {
  readonly q?: string
  readonly sort?: string
  readonly unsent?: true
  readonly without?: string
  /** `create`, `details`, `edit`, `delete`, or an action's id. */
  readonly dialog?: string
  readonly record?: string
  readonly tab?: string
  /** A dialog over the details; see records/names/part-in-address.ts. */
  readonly part?: string
}

export const addressText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

export const present = <T extends object>(values: { [Key in keyof T]: T[Key] | undefined }): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

export const readListSearch = (input: Record<string, unknown>): ListSearch =>
  present<Required<ListSearch>>({
    q: addressText(input['q']),
    sort: addressText(input['sort']),
    unsent: input['unsent'] === true ? true : undefined,
    without: addressText(input['without']),
    dialog: addressText(input['dialog']),
    record: addressText(input['record']),
    tab: addressText(input['tab']),
    part: addressText(input['part']),
  })

export type SearchPatch<S> = { readonly [Key in keyof S]?: S[Key] | undefined }
export type SetSearch<S> = (patch: SearchPatch<S>) => void

export const noDialog = { dialog: undefined, record: undefined, tab: undefined, part: undefined } as const

export const noFilter = { q: undefined, unsent: undefined } as const

export const applyPatch = <S extends object>(search: S, patch: SearchPatch<S>): S => present<S>({ ...search, ...patch })
