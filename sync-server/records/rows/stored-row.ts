/**
 * A reference that was emptied when the row it pointed to was deleted (DEL6), or that leads to the row `to` since a
 * merge; restoring the deleted row lets it point there again.
 */
export type Emptied = readonly [entity: string, id: string, field: string, to?: string]

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

/** Whether the row's contents were removed after its delete; `deletedIn` is then empty. */
export const isPurged = ({ deletedAt, deletedIn }: StoredRow): boolean => deletedAt !== null && deletedIn === null

export const isLive = (row: StoredRow | null | undefined): row is StoredRow & { readonly deletedAt: null } =>
  row != null && row.deletedAt === null
