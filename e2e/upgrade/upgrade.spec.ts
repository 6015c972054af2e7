import type { Page } from 'playwright/test'
import { expectLive } from '../support/app.ts'
import type { Device } from '../support/device.ts'
import { expect } from '../support/fixtures.ts'
import { checkForUpdate } from '../support/check-for-update.ts'
import { expectArrivedOnce, expectDocument, expectInvestor } from './expect-arrived.ts'
import { test, type Upgrade } from './fixtures.ts'
import {
  expectAllStored,
  expectEachShown,
  expectForms,
  expectUnsent,
  openDraft,
  saveDraft,
  installNewVersion,
  uploadSharedFile,
} from './new-version.ts'
import { draft, pdfs } from './older-profile.ts'
import type { WriteFilter } from './write-gate.ts'

const isCached = (write: string) => write.startsWith('put http')
const isOutdated = (write: string) => write.startsWith('delete http')
const isOtherWrite = (write: string) => !isCached(write) && !isOutdated(write)

interface Interruption {
  readonly page: Page
  readonly isSending: boolean
}

async function upgradeUntil(
  { builds, gate }: Upgrade,
  device: Device,
  count: number,
  counted: WriteFilter,
): Promise<Interruption | null> {
  let isSending = false
  async function upgrade(): Promise<null> {
    await installNewVersion(device.page, builds)
    await openDraft(device.page)
    isSending = true
    builds.restore()
    await expectLive(device.page)
    return null
  }
  const stopped = gate.closeAt(count, counted)
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
  const { builds, profile, countsBefore, startDevice } = upgrade
  const { page } = await startDevice()
  await installNewVersion(page, builds)
  await expectAllStored(page, profile.firm)
  await expectEachShown(page, profile.firm)
  builds.restore()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, countsBefore)
  await saveDraft(await openDraft(page))
  await uploadSharedFile(page)
  await expectLive(page)
  await expectInvestor(server, draft)
  await expectDocument(server, 'UpShared', pdfs.shared)
})

test('an upgrade interrupted at any of its writes loses nothing', async ({ upgrade, server }) => {
  const { builds, profile, countsBefore, startDevice } = upgrade
  async function interrupt(count: number, counted: WriteFilter): Promise<boolean> {
    const interruption = await upgradeUntil(upgrade, await startDevice(), count, counted)
    if (interruption) {
      const { page, isSending } = interruption
      await installNewVersion(page, builds)
      await (isSending ? expectForms : expectAllStored)(page, profile.firm)
      builds.restore()
      await expectLive(page)
    }
    await expectArrivedOnce(server, profile.firm, countsBefore)
    return interruption !== null
  }
  for (let count = 1; await interrupt(count, isOtherWrite); count += 1);
  for (const counted of [isCached, isOutdated]) for (const count of [1, 20]) await interrupt(count, counted)
})

test('a worker that is repeatedly stopped while it caches the new version loses nothing', async ({
  upgrade,
  server,
}) => {
  const { builds, gate, profile, countsBefore, startDevice } = upgrade
  const device = await startDevice()
  const { page } = device
  builds.restore()
  builds.failApi()
  await page.goto('/settings')
  const devtools = await device.context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  const isReady = page
    .getByText('A new version of Holdfast is ready.')
    .waitFor()
    .then(() => null)
  for (;;) {
    const stopped = gate.closeAt(10, isCached)
    void checkForUpdate(page)
    if ((await Promise.race([stopped, isReady])) === null) break
    await devtools.send('ServiceWorker.stopAllWorkers')
    console.log('stopped')
  }
  gate.open()
  await installNewVersion(page, builds)
  await expectAllStored(page, profile.firm)
  builds.restore()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, countsBefore)
})

test('a tab of the older version stays open during the upgrade, and nothing is lost or sent twice', async ({
  upgrade,
  server,
}) => {
  const { builds, profile, countsBefore, startDevice } = upgrade
  const device = await startDevice()
  const { page: old } = device
  const form = await openDraft(old)
  const page = await device.context.newPage()
  await installNewVersion(page, builds)
  await expectUnsent(page)
  await expect(form.getByLabel('Last name')).toHaveValue(draft)
  builds.restore()
  await expectLive(page)
  await expectArrivedOnce(server, profile.firm, countsBefore)
  const reloaded = old.waitForEvent('load')
  await saveDraft(form)
  await reloaded
  await expectLive(page)
  await expectInvestor(server, draft)
})
