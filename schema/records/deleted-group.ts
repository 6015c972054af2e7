import type { HoldingParts } from './record-name.ts'

/** Rows that were deleted together, as `GET /api/trash` lists them. */
export interface DeletedGroup {
  /** The row that somebody deleted: restoring it restores the group. */
  readonly entity: string
  readonly id: string
  readonly title: string | null
  /** What the title of an investment is made of, for words in the reader's language. */
  readonly holding?: HoldingParts
  readonly deletedAt: string
  readonly deletedBy: string | null
  /** The number of rows of each entity, including this one. */
  readonly rows: Readonly<Record<string, number>>
}
