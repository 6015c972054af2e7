import { restore } from '../server/backups.ts'
import type { Device } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import type { History } from './history.ts'
import type { Step } from './step.ts'
import { settle } from '../turns.ts'

export function toggleNetwork(history: History, device: Device): string {
  device.isOnline = !device.isOnline
  if (!device.isOnline) history.network.cut(device.origins)
  return `${device.label} ${device.isOnline ? 'is online again' : 'goes offline'}`
}

export async function toggleTab(history: History, device: Device): Promise<string | undefined> {
  const [, second] = device.tabs
  if (second) {
    await device.closeTab(second)
    return `${second.label} is closed`
  }
  return history.hasRoomFor(device) ? `${(await device.openTab()).label} is opened` : undefined
}

export async function wakeWorker(device: Device): Promise<string | undefined> {
  if (device.worker) return undefined
  while (device.tabs[0]) await device.closeTab(device.tabs[0])
  await device.wakeWorker()
  return `the pages of ${device.label} are closed, its worker wakes`
}

/** Freezes the leader; the person turns to another tab, which takes over. */
export async function freeze(history: History, device: Device, dice: Dice): Promise<string | undefined> {
  const { leader } = device
  if (!leader || leader.listener.isFrozen) return undefined
  if (device.tabs.length < 2 && history.hasRoomFor(device)) await device.openTab()
  leader.listener.freeze()
  const other = device.tabs.find(({ listener }) => !listener.isFrozen)
  if (!other || dice.chance(0.3)) return `${leader.label} freezes`
  await history.waitUntilIdle()
  other.store.syncNow()
  await history.clock.advance(dice.pick([1_000, 3_500]))
  return `${leader.label} freezes, ${other.label} requests a sync`
}

export function loseMessages(device: Device, messages: number): string {
  device.messagesToLose += messages
  return `${messages} messages between the tabs of ${device.label} will be lost`
}

export function fillDisk(device: Device, { turns, isOfOutbox }: Extract<Step, { kind: 'full' }>): string {
  device.disk.fill(turns, isOfOutbox)
  return `the disk of ${device.label} is full${isOfOutbox ? ' for its outbox' : ''}`
}

export async function restoreBackup(
  history: History,
  which: number,
  isAnnounced: boolean,
): Promise<string | undefined> {
  const backup = history.backups[which % Math.max(1, history.backups.length)]
  if (!backup) return undefined
  history.restores++
  // All connections to the server end; copies made by the network may still arrive.
  for (const call of history.network.calls.filter(({ handlers }) => handlers)) history.network.drop(call)
  await history.watch.restoring()
  await restore(history.backend, history.firm, backup, isAnnounced)
  await history.watch.restored()
  return `an older copy of the data is restored, ${isAnnounced ? 'as a new epoch' : 'unannounced'}`
}

export async function loseRow(device: Device, dice: Dice): Promise<string | undefined> {
  if (!device.tabs.length) return undefined
  device.crash(true)
  await settle()
  const lost = device.disk.loseRow(device.person.identity.id, dice)
  device.hasLostRow ||= lost !== undefined
  await device.openTab()
  return `${device.label} crashes, and starts again without ${lost}`
}
