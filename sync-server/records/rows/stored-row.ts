/** A reference that a delete emptied (DEL6), or that a merge moved to `to`. A restore fills it again. */
export type Emptied = readonly [entity: string, id: string, field: string, to?: string]

export interface StoredRow {
  readonly id: string
  readonly number: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: string | null
  readonly deletedAt: string | null
  readonly deletedIn: string | null
  readonly emptied?: readonly Emptied[] | null
  readonly [column: string]: unknown
}

/** `deletedIn` is then empty. */
export const isPurged = ({ deletedAt, deletedIn }: StoredRow): boolean => deletedAt !== null && deletedIn === null

export const isLive = (row: StoredRow | null | undefined): row is StoredRow & { readonly deletedAt: null } =>
  row != null && row.deletedAt === null
