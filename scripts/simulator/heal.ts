// The end of a history: the network works again, and everybody syncs until nothing waits.
import { stopRecovery } from './backups.ts'
import { carryCall } from './carry.ts'
import type { Tab } from './device.ts'
import type { History } from './history.ts'
import { setActive } from './narrow.ts'
import { bringGuestsBack, signIn } from './people.ts'
import { Violation } from './oracle/violation.ts'

const most = 400
const minute = 60_000
const hour = 60 * minute

export async function heal(history: History): Promise<void> {
  await history.thaw()
  for (const device of history.devices) {
    device.hasLine = true
    device.deafFor = 0
    device.disk.empty()
    if (device.guests.size === 0) device.session = device.person
  }
  const { staff, investor } = history.firm
  for (const person of [...staff, investor]) if (!person.isActive) await setActive(history.backend, person, true)
  for (const { person } of history.devices) signIn(history, person)
  await bringGuestsBack(history)
  await history.rest()
  await quiet(history)
  for (const device of history.devices) if (!device.tabs.length) await device.openTab()
  for (let pushes = -1; history.network.pushes > pushes;) {
    pushes = history.network.pushes
    // Longer than any server has asked to be left alone; and long enough for the digest, if that has to mend something.
    await syncEverybody(history, history.devices.some(({ isRotten }) => isRotten) ? 25 * hour : minute)
  }
  const busy = history.tabs.filter(({ store }) => !isSynced(store.status))
  if (busy.length) throw endless(busy)
}

export async function syncEverybody(history: History, after = minute): Promise<void> {
  await history.clock.sleep(after)
  for (const { store } of history.tabs) store.syncNow()
  await history.rest()
  await quiet(history)
}

const endless = (busy: readonly Tab[]): Violation =>
  new Violation(
    `It does not end: ${busy.map(({ label, store }) => `${label} ${JSON.stringify(store.status)}`).join('; ')}`,
  )

const isBusy = ({ store }: Tab): boolean => !isSynced(store.status) || store.status.syncing || isParked(store)

const isSynced = (status: { complete: boolean; waiting: number; connection: string }): boolean =>
  status.complete && status.waiting === 0 && status.connection === 'online'

/** Carries everything, and lets time pass while somebody waits for a better moment. */
export async function quiet(history: History): Promise<void> {
  for (let steps = 0; ; steps++) {
    if (steps > (history.restores > 0 ? 3 * most : most)) throw endless(history.tabs)
    // Who should bring back what others wait for may not be allowed to any more.
    if (steps === most && history.restores > 0) await stopRecovery(history.backend, history.firm)
    const [call] = history.network.calls
    if (call) {
      history.log.push(`${call.from.label}, at last: ${await carryCall(history, call, undefined, 0)}`)
    } else if (history.wires.waiting) history.wires.carry(0, false)
    else if (history.devices.some(({ worker }) => worker) || history.tabs.some(isBusy)) {
      const ms = history.clock.next
      if (ms === undefined) return
      if (history.tabs.some(({ store }) => isParked(store))) await history.clock.sleep(hour)
      else await history.clock.advance(ms)
    } else return
    await history.rest()
    await history.watch.look(history)
  }
}

/** Put aside because the server could not take it: it is tried again within the hour. */
const isParked = (store: { outbox(): readonly { state: string; verdict: unknown }[] }): boolean =>
  store.outbox().some(({ state, verdict }) => state === 'attention' && verdict === null)
