import { randomBytes } from 'node:crypto'
import {
  expectKept,
  expectLive,
  goOffline,
  goOnline,
  login,
  openScreen,
  pill,
  rowOf,
  search,
  uniqueName,
} from './app.ts'
import { expect, test } from './fixtures.ts'
import { createProject } from './projects-screen.ts'

test.use({ isFirstVisit: true })

test('LIVE3 a full device says so and goes on by itself once there is room; when the browser makes room instead, the person learns what was lost, and the rest comes back', async ({
  page,
  server,
}) => {
  const manager = await server.as('manager')
  // Random, so that the disk cannot compress it.
  const description = () => randomBytes(9_000).toString('hex')
  for (let count = 0; count < 60; count += 1)
    await manager.create('projects', { name: uniqueName('Long'), type: 'COMMERCIAL', description: description() })
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1_000_000 })
  await login(page, 'manager')
  await expect(page.getByText(/^This device has no room to keep Holdfast itself/)).toBeVisible({ timeout: 20_000 })
  await expect(pill(page, 'Device full')).toBeVisible({ timeout: 20_000 })
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.url })
  await expectLive(page)

  await openScreen(page, 'Projects')
  await expectKept(page)
  const [kept, lost] = [uniqueName('Kept'), uniqueName('Lost')]
  await createProject(page, { name: kept })
  await expectLive(page)
  await goOffline(page)
  await createProject(page, { name: lost })
  await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()
  const elsewhere = await page.context().newPage()
  await page.close()
  const devtools = await elsewhere.context().newCDPSession(elsewhere)
  await devtools.send('Storage.clearDataForOrigin', { origin: server.url, storageTypes: 'indexeddb' })
  await goOnline(elsewhere)
  await elsewhere.goto('/projects')
  await expect(elsewhere.getByText(/1 change that had not been sent was lost with it/)).toBeVisible()
  await search(elsewhere, kept)
  await expect(rowOf(elsewhere, kept)).toHaveCount(1)
  await expectLive(elsewhere)
})
