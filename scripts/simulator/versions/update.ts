import type { Device } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { syncEverybody } from '../history/heal.ts'
import type { History } from '../history/history.ts'

const minute = 60_000

/** Older tabs close, or stay beside it. */
export async function updateApp(history: History, device: Device, dice: Dice): Promise<string | undefined> {
  const { release } = history
  if (!release?.isMigrated || device.program === release.to || !device.tabs.length) return undefined
  device.program = release.to
  const isBeside = dice.chance(0.4) && history.hasRoomFor(device)
  if (!isBeside) while (device.tabs[0]) await device.closeTab(device.tabs[0])
  const tab = await device.openTab()
  return `${tab.label} opens the ${release.to.name} version${isBeside ? ', others keep the older one' : ''}`
}

export async function endRelease(history: History): Promise<void> {
  const { release, firm } = history
  if (!release) return
  await history.thaw()
  await release.migrate(firm)
  release.retire()
  for (const device of history.devices) {
    const hasOlder = device.tabs.some(({ program }) => program !== device.program)
    const hasUnread = device.tabs.some(({ store }) => store.status.unread > 0)
    if (hasOlder || hasUnread) while (device.tabs[0]) await device.closeTab(device.tabs[0])
    if (hasUnread) device.program = release.to
    if (!device.tabs.length) await device.openTab()
  }
}

/** GROW7: rows from an older node are fetched again after ten minutes. */
export async function waitForNewer(history: History): Promise<void> {
  if (!history.release) return
  await syncEverybody(history, 11 * minute)
  await syncEverybody(history, minute)
}
