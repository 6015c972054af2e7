import { randomBytes } from 'node:crypto'
import { expectLive, login, pill, uniqueName } from './app.ts'
import { expect, test } from './fixtures.ts'

test.use({ isFirstVisit: true })

test('LIVE3 a full device says so, and goes on by itself once there is room', async ({ page, server }) => {
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
})
