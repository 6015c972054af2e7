import { expectLive, findRow, loginAndKeep, openScreen, pill, uniqueName, waitingMark } from './app.ts'
import { expect, test } from './fixtures.ts'
import { createProject } from './projects-screen.ts'

test('a person whose version is too old is told so, loses nothing, and the new version sends what waits', async ({
  network,
  far: { page },
  server,
}) => {
  test.setTimeout(120_000)
  const name = uniqueName('Older')
  const stored = async () =>
    (await (await server.as('manager')).list('projects')).filter((project) => project['name'] === name).length
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Projects')
  network.age()
  await createProject(page, { name })
  const isTooOld = async () => {
    await expect(pill(page, 'New version needed')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/What you entered is safe on this device and is sent by the new version/)).toBeVisible()
    await expect(waitingMark(await findRow(page, name))).toBeVisible()
    expect(await stored()).toBe(0)
  }
  const bringNewVersion = async () => {
    const read = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Get the new version' }).click()
    await read
  }
  await isTooOld()
  // There is no newer version yet: asking for one must not lose anything either.
  await bringNewVersion()
  await isTooOld()
  network.heal()
  await bringNewVersion()
  await expectLive(page)
  await expect(waitingMark(await findRow(page, name))).toHaveCount(0)
  expect(await stored()).toBe(1)
})
