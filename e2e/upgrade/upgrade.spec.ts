import type { Page } from 'playwright/test'
import { expectLive } from '../support/app.ts'
import type { Device } from '../support/device.ts'
import { expect } from '../support/fixtures.ts'
import { lookForVersion } from '../support/look-for-version.ts'
import { expectArrivedOnce, expectDocument, expectInvestor } from './arrived.ts'
import { test, type Upgrade } from './fixtures.ts'
import {
  expectAllHere,
  expectEachShown,
  expectFormsHere,
  expectUnsentHere,
  openDraft,
  saveDraft,
  takeNewVersion,
  uploadShared,
} from './new-version.ts'
import { draft, papers } from './older-profile.ts'
import type { Writes } from './write-gate.ts'

const isCached = (write: string) => write.startsWith('put http')
const isOutdated = (write: string) => write.startsWith('delete http')
const isOther = (write: string) => !isCached(write) && !isOutdated(write)

interface Interruption {
  readonly page: Page
  readonly isSending: boolean
}

async function upgradeUntil(
  { front, gate }: Upgrade,
  device: Device,
  count: number,
  among: Writes,
): Promise<Interruption | null> {
  let isSending = false
  async function upgrade(): Promise<null> {
    await takeNewVersion(device.page, front)
    await openDraft(device.page)
    isSending = true
    front.heal()
    await expectLive(device.page)
    return null
  }
  const stopped = gate.closeAt(count, among)
  const done = upgrade()
  done.catch(() => {})
  const write = await Promise.race([stopped, done])
  if (write === null) return null
  console.log(`Killed at write ${count}: ${write}`)
  const page = await device.kill()
  gate.open()
  return { page, isSending }
}

test('an upgrade shows offline what the older version had stored, and sends it once', async ({ upgrade, server }) => {
  const { front, profile, before, begin } = upgrade
  const { page } = await begin()
  await takeNewVersion(page, front)
  await expectAllHere(page, profile.firm)
  await expectEachShown(page, profile.firm)
  front.heal()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, before)
  await saveDraft(await openDraft(page))
  await uploadShared(page)
  await expectLive(page)
  await expectInvestor(server, draft)
  await expectDocument(server, 'UpShared', papers.shared)
})

test('an upgrade that is interrupted at any of its writes loses nothing', async ({ upgrade, server }) => {
  const { front, profile, before, begin } = upgrade
  async function interrupt(count: number, among: Writes): Promise<boolean> {
    const interruption = await upgradeUntil(upgrade, await begin(), count, among)
    if (interruption) {
      const { page, isSending } = interruption
      await takeNewVersion(page, front)
      await (isSending ? expectFormsHere : expectAllHere)(page, profile.firm)
      front.heal()
      await expectLive(page)
    }
    await expectArrivedOnce(server, profile.firm, before)
    return interruption !== null
  }
  for (let count = 1; await interrupt(count, isOther); count += 1);
  for (const among of [isCached, isOutdated]) for (const count of [1, 20]) await interrupt(count, among)
})

test('a worker that is ended again and again while it caches the new version loses nothing', async ({
  upgrade,
  server,
}) => {
  const { front, gate, profile, before, begin } = upgrade
  const device = await begin()
  const { page } = device
  front.heal()
  front.hideServer()
  await page.goto('/settings')
  const devtools = await device.context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const isReady = page
    .getByText('A new version of Holdfast is ready.')
    .waitFor()
    .then(() => null)
  for (;;) {
    const stopped = gate.closeAt(10, isCached)
    void lookForVersion(page)
    if ((await Promise.race([stopped, isReady])) === null) break
    await devtools.send('ServiceWorker.stopAllWorkers')
    console.log('stopped')
  }
  gate.open()
  await takeNewVersion(page, front)
  await expectAllHere(page, profile.firm)
  front.heal()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, before)
})

test('a tab of the older version stays open during the upgrade, and nothing is lost or sent twice', async ({
  upgrade,
  server,
}) => {
  const { front, profile, before, begin } = upgrade
  const device = await begin()
  const { page: old } = device
  const form = await openDraft(old)
  const page = await device.context.newPage()
  await takeNewVersion(page, front)
  await expectUnsentHere(page)
  await expect(form.getByLabel('Last Name')).toHaveValue(draft)
  front.heal()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, before)
  const read = old.waitForEvent('load')
  await saveDraft(form)
  await read
  await expectLive(page)
  await expectInvestor(server, draft)
})
