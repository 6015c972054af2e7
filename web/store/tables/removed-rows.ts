// Rows deleted by this device's pending changes, for a restore that waits behind such a change.
import type { AnyRow } from '#schema/kernel/entity.ts'

/** A reference to the deleted row that the delete cleared, or moved to the row `to`. */
export type ClearedReference = readonly [entity: string, id: string, field: string, to?: string]

export interface RemovedRow {
  readonly entity: string
  readonly row: AnyRow
  readonly group: string
  readonly emptied: readonly ClearedReference[]
}

export class RemovedRows {
  readonly #rows = new Map<string, RemovedRow>()

  add(removed: RemovedRow): void {
    this.#rows.set(removed.row.id, removed)
  }

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
