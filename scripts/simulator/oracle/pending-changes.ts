// SEND4: only a failure that it may have caused parks a change, and only a verdict requires a decision.
import type { Tab } from '../device/device.ts'
import { assert } from './violation.ts'

export function checkPending({ store, label }: Tab, failed: ReadonlySet<string>): void {
  for (const id of Object.keys(store.status.parked))
    assert(failed.has(id), () => `${label} has parked ${id} although the server was only read-only`)
  for (const { id, state, verdict } of store.outbox())
    assert(
      state !== 'attention' || verdict !== null,
      () => `${label} requires a decision on ${id}, which has no verdict`,
    )
}
