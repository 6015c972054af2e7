// SEND4: a change is parked only after a failure that it may have caused, and only a verdict asks its person to decide.
import type { Tab } from '../device/device.ts'
import { hold } from './violation.ts'

export function lookAtWaiting({ store, label }: Tab, failed: ReadonlySet<string>): void {
  for (const id of Object.keys(store.status.parked))
    hold(failed.has(id), () => `${label} has parked ${id} although the server only said that it cannot write`)
  for (const { id, state, verdict } of store.outbox())
    hold(state !== 'attention' || verdict !== null, () => `${label} asks about ${id} although nobody has decided on it`)
}
