// Rows that changes of this device delete before the server does, for a restore that waits behind such a change.
import type { AnyRow } from '#schema/kernel/entity.ts'

/** A reference to the deleted row that the delete emptied, or that leads to the row `to` since. */
export type Emptied = readonly [entity: string, id: string, field: string, to?: string]

export interface RemovedRow {
  readonly entity: string
  /** As it was when it was deleted. */
  readonly row: AnyRow
  /** The id of the row with which it was deleted. */
  readonly group: string
  readonly emptied: readonly Emptied[]
}

export class RemovedRows {
  readonly #rows = new Map<string, RemovedRow>()

  note(removed: RemovedRow): void {
    this.#rows.set(removed.row.id, removed)
  }

  /** The rows that were deleted with this one, parents first; they are forgotten. */
  removeGroupOf(id: string): readonly RemovedRow[] {
    const group = this.#rows.get(id)?.group
    const rows = [...this.#rows.values()].filter((each) => each.group === group).toReversed()
    for (const { row } of rows) this.#rows.delete(row.id)
    return rows
  }

  clear(): void {
    this.#rows.clear()
  }
}
