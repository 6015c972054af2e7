// Lays the whole outbox over the tables, and sets the marks of the rows that it touches.
import type { Identity } from '#web/store/base/contract.ts'
import { type Entry, overlaidOperations, type Reached, stateOf } from './outbox-entry.ts'
import { overlayOperation } from './overlay.ts'
import type { Tables } from '#web/store/tables/tables.ts'

/** Lays the effects of these entries over the tables, in order, within one batch of the tables. */
export function layOverlay(tables: Tables, entries: readonly Entry[], reached: Reached, { id }: Identity): void {
  for (const entry of entries) {
    for (const operation of overlaidOperations(entry, reached))
      overlayOperation(tables, operation, { at: entry.change.at, by: id })
  }
  for (const entry of entries) {
    const state = stateOf(entry, reached)
    const mark = state === 'attention' ? 'attention' : state === 'waiting' || state === 'sent' ? 'waiting' : undefined
    if (mark) for (const operation of entry.change.ops) tables.of(operation.entity).setMark(operation.id, mark)
  }
}
