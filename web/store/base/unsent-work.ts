export type WriteBytes = (bytes: ArrayBuffer) => Promise<void>

export type ReadBytes = (index: number) => Promise<ArrayBuffer>

export interface UnsentWork {
  readonly text: string
  /** Files left out: too large in total, unreadable, or not confirmed. */
  readonly leftOut: number
}

export type AdoptResult =
  | {
      readonly kind: 'taken'
      readonly taken: number
      readonly known: number
      /** Only a newer version of the app can read them. */
      readonly newer: number
    }
  | { readonly kind: 'refused'; readonly because: 'unsentFile' | 'newerFile' | 'otherPersonsFile' }
