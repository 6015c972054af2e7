/** A reference that the delete of the row it pointed to emptied (DEL6): restoring that row fills it again. */
export type Emptied = readonly [entity: string, id: string, field: string]

/** A row as the server stores it: every stored column by its wire name, decimals and times as text. */
export interface StoredRow {
  readonly id: string
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string | null
  readonly deletedAt: string | null
  readonly deletedIn: string | null
  /** See Emptied; null on a live row. */
  readonly emptied?: readonly Emptied[] | null
  readonly [column: string]: unknown
}

/** Deleted so long ago that its contents are removed: no change names it any more. */
export const isPurged = ({ deletedAt, deletedIn }: StoredRow): boolean => deletedAt !== null && deletedIn === null

export const isLive = (row: StoredRow | null | undefined): row is StoredRow & { readonly deletedAt: null } =>
  row != null && row.deletedAt === null
