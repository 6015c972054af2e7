import { stopRecovery } from '../server/backups.ts'
import { deliverCall } from '../network/deliver-call.ts'
import type { Tab } from '../device/device.ts'
import type { History } from './history.ts'
import { Violation } from '../oracle/violation.ts'

const maxSteps = 400
const hour = 3_600_000

export const describeUnfinished = (busy: readonly Tab[]): Violation =>
  new Violation(
    `Does not come to rest: ${busy.map(({ label, store }) => `${label} ${JSON.stringify(store.status)}`).join('; ')}`,
  )

const isBusy = ({ store }: Tab): boolean => !isSynced(store.status) || store.status.syncing || isParked(store)

export const isSynced = (status: { hasAllRows: boolean; waiting: number; connection: string }): boolean =>
  status.hasAllRows && status.waiting === 0 && status.connection === 'online'

export async function waitUntilQuiet(history: History): Promise<void> {
  for (let steps = 0; ; steps++) {
    if (steps > (history.restores > 0 ? 3 * maxSteps : maxSteps)) throw describeUnfinished(history.tabs)
    // The person who should replay a change may have lost the right to.
    if (steps === maxSteps && history.restores > 0) await stopRecovery(history.backend, history.firm)
    const [call] = history.network.calls
    if (call) {
      history.log.push(`${call.from.label}, at last: ${await deliverCall(history, call, undefined, 0)}`)
    } else if (history.hintChannels.waiting) history.hintChannels.deliver(0, false)
    else if (history.devices.some(({ worker }) => worker) || history.tabs.some(isBusy)) {
      const ms = history.clock.next
      if (ms === undefined) return
      if (history.tabs.some(({ store }) => isParked(store))) await history.clock.sleep(hour)
      else await history.clock.advance(ms)
    } else return
    await history.waitUntilIdle()
    await history.watch.look(history)
  }
}

const isParked = ({ status }: Tab['store']): boolean => Object.keys(status.parked).length > 0
