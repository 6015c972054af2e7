import type { HoldingParts } from './record-name.ts'

export const restorableDays = 30

/** Rows deleted together, as listed by `GET /api/trash`. */
export interface DeletedGroup {
  /** The deleted row; restoring it restores the group. */
  readonly entity: string
  readonly id: string
  readonly title: string | null
  readonly holding?: HoldingParts
  readonly deletedAt: string
  readonly deletedBy: string | null
  /** Row counts by entity, including this row. */
  readonly rows: Readonly<Record<string, number>>
}
