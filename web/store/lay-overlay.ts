// The overlay of the whole outbox, and the marks of the rows it touches.
import type { Identity } from './contract.ts'
import { overlaidOperations, stateOf } from './outbox-entry.ts'
import type { Entry, Reached } from './outbox-entry.ts'
import { overlayOperation } from './overlay.ts'
import type { Tables } from './tables.ts'

/** Lays what these entries did over the tables, in their order, within a batch of the tables. */
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
