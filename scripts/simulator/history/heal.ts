import type { History } from './history.ts'
import { setActive } from '../server/change-access.ts'
import { returnGuests, signIn } from '../people/people.ts'
import { describeUnfinished, isSynced, waitUntilQuiet } from './quiet.ts'

const minute = 60_000
const hour = 60 * minute

export async function heal(history: History): Promise<void> {
  await history.thaw()
  for (const device of history.devices) {
    device.isOnline = true
    device.messagesToLose = 0
    device.disk.empty()
    if (device.guests.size === 0) device.session = device.person
  }
  const { staff, investor } = history.firm
  for (const person of [...staff, investor]) if (!person.isActive) await setActive(history.backend, person, true)
  for (const { person } of history.devices) signIn(history, person)
  await returnGuests(history)
  await history.waitUntilIdle()
  await waitUntilQuiet(history)
  for (const device of history.devices) if (!device.tabs.length) await device.openTab()
  for (let pushes = -1; history.network.pushes > pushes;) {
    pushes = history.network.pushes
    // Longer than any Retry-After of a server, and than the digest's interval where it must repair something.
    await syncEverybody(history, history.devices.some(({ hasLostRow }) => hasLostRow) ? 25 * hour : minute)
  }
  const busy = history.tabs.filter(({ store }) => !isSynced(store.status))
  if (busy.length) throw describeUnfinished(busy)
}

export async function syncEverybody(history: History, after = minute): Promise<void> {
  await history.clock.sleep(after)
  for (const { store } of history.tabs) store.syncNow()
  await history.waitUntilIdle()
  await waitUntilQuiet(history)
}
