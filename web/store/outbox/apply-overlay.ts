// Call within one batch.
import type { Identity } from '#web/store/base/contract.ts'
import { type Entry, overlaidOperations, type ReadState, stateOf } from './outbox-entry.ts'
import { overlayOperation } from './overlay.ts'
import type { Tables } from '#web/store/tables/tables.ts'

export function applyOverlay(tables: Tables, entries: readonly Entry[], reached: ReadState, { id }: Identity): void {
  for (const entry of entries) {
    const { id: changeId, at, ops } = entry.change
    for (const operation of overlaidOperations(entry, reached))
      overlayOperation(tables, operation, { at, by: id, changeId, index: ops.indexOf(operation) })
  }
  for (const entry of entries) {
    const state = stateOf(entry, reached)
    const kind = state === 'attention' ? 'attention' : state === 'waiting' || state === 'sent' ? 'waiting' : undefined
    if (kind) for (const operation of entry.change.ops) tables.of(operation.entity).setBadge(operation.id, kind)
  }
}
