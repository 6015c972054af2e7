import { roles } from '#schema/kernel/enumerations.ts'
import { short } from './describe-commit.ts'
import type { Device } from '../device/device.ts'
import type { Dice } from '../dice.ts'
import { linkInvestor, type Person } from '../server/firm.ts'
import { waitUntilQuiet } from '../history/quiet.ts'
import type { History } from '../history/history.ts'
import { giveRole, setActive, unlinkInvestor } from '../server/change-access.ts'

export async function linkRandomInvestor(history: History, dice: number): Promise<string> {
  const [free] = await history.watch.unlinkedInvestors(dice)
  if (!free) return 'no investor record to link'
  await linkInvestor(history.backend, history.firm, free)
  return `the investor is linked to ${short(free)} too`
}

export async function unlinkRandomInvestor(history: History, dice: Dice): Promise<string> {
  const unlinkedId = await unlinkInvestor(history.backend, history.firm, dice)
  return unlinkedId ? `the investor is no longer linked to ${short(unlinkedId)}` : 'there is no link to end'
}

export async function changeRole(history: History, dice: Dice): Promise<string> {
  const { person } = history.devices[1]!
  const role = dice.pick(roles.filter((each) => each !== person.role))
  await giveRole(history.backend, person, role)
  return `the person at B is ${role} now`
}

export async function toggleAccount(history: History, person: Person): Promise<string> {
  await setActive(history.backend, person, !person.isActive)
  if (person.isActive) signIn(history, person)
  return `the account of ${person.identity.email} is ${person.isActive ? 'active' : 'deactivated'}`
}

export function signIn(history: History, person: Person): void {
  for (const { store, device } of history.tabs.filter((tab) => tab.person === person))
    if (device.session === person) store.resume()
}

export async function changeSession(history: History, device: Device, dice: Dice): Promise<string | undefined> {
  const others = [...history.firm.staff, history.firm.investor].filter(
    (each) => each !== device.person && each.isActive,
  )
  const next = device.session === device.person ? dice.pick(others) : device.person
  if (!next?.isActive) return undefined
  const [window] = device.tabs.filter(({ person }) => person === device.session)
  // The window stays, or gives way to the other person's.
  if (window && (dice.chance(0.4) || !history.hasRoomFor(device))) await device.closeTab(window)
  device.session = next
  if (!device.tabs.some(({ person }) => person === next) && history.hasRoomFor(device)) await device.openTab()
  signIn(history, next)
  return `${next.identity.email} signs in at ${device.label}, where ${device.tabs.map(({ label, person }) => `${label} is of ${person.identity.email}`).join()}`
}

export async function returnGuests(history: History): Promise<void> {
  const shared = history.devices.filter(({ guests }) => guests.size > 0)
  for (const device of shared) while (device.tabs[0]) await device.closeTab(device.tabs[0])
  for (const device of shared) {
    for (const guest of device.guests) {
      device.session = guest
      const tab = await device.openTab()
      await history.waitUntilIdle()
      await waitUntilQuiet(history)
      history.departed.push(tab)
      await device.closeTab(tab)
    }
    device.session = device.person
  }
  for (const device of shared) await device.openTab()
  await history.waitUntilIdle()
}
