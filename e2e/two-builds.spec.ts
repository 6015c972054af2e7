import type { Page } from 'playwright/test'
import {
  expectLive,
  findRow,
  login,
  loginAndSync,
  openScreen,
  syncButton,
  uniqueName,
  pendingBadge,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { checkForUpdate } from './support/check-for-update.ts'
import { createProject } from './support/projects-screen.ts'
import { serveTwoBuilds } from './support/two-builds.ts'

test('a version that is too old shows a notice, and the new version sends its unsent changes', async ({
  network,
  proxiedDevice: { page },
  server,
}) => {
  const name = uniqueName('Older')
  const countStored = async () =>
    (await (await server.signIn('manager')).list('projects')).filter((project) => project['name'] === name).length
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  network.pretendOutdated()
  await createProject(page, { name })
  const expectTooOld = async () => {
    await expect(syncButton(page, 'Update required')).toBeVisible()
    await expect(
      page.getByText(/Your changes are safe on this device and will be sent by the new version/),
    ).toBeVisible()
    await expect(pendingBadge(await findRow(page, name))).toBeVisible()
    expect(await countStored()).toBe(0)
  }
  const getNewVersion = async () => {
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update Holdfast' }).click()
    await reloaded
  }
  await expectTooOld()
  await getNewVersion()
  await expectTooOld()
  network.reconnect()
  await getNewVersion()
  await expectLive(page)
  await expect(pendingBadge(await findRow(page, name))).toHaveCount(0)
  expect(await countStored()).toBe(1)
})

const expectOneVersion = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return [registration?.installing?.state, registration?.waiting?.state, registration?.active?.state]
      }),
    )
    .toEqual([undefined, undefined, 'activated'])

test.describe('two builds', () => {
  test.use({ isFirstVisit: true })

  test('a failed update keeps the old version, a ready one waits for open forms, and the new version sends stored changes', async ({
    makeDevice,
    server,
  }) => {
    const proxy = await serveTwoBuilds(server.url)
    const { page } = await makeDevice(proxy.url)
    const [before, fromForm] = [uniqueName('Before'), uniqueName('Typed')]
    const buildText = (name: string | null) =>
      name === null ? page.getByRole('heading', { name: 'Settings', level: 1 }) : page.getByText(`build ${name}`)
    // A network's sign-in page in place of a file must not be cached. A released version cannot be changed, so it is
    // exempt.
    const isRequested = proxy.isFirstOlderCommit ? () => true : proxy.breakFile('page', 'is a captive portal page')
    await login(page, 'manager')
    await expect.poll(isRequested).toBe(true)
    proxy.restore()
    await expectOneVersion(page)

    proxy.publish()
    for (const [file, failure] of [
      ['worker', 'responds 500'],
      ['changed', 'responds 500'],
      ['changed', 'is cut off'],
      ['changed', 'is a captive portal page'],
    ] as const) {
      const isRequested = proxy.breakFile(file, failure)
      await expect
        .poll(async () => {
          await checkForUpdate(page)
          return isRequested()
        })
        .toBe(true)
      await expectOneVersion(page)
    }
    proxy.disconnect()
    await page.goto('/settings')
    await expect(buildText(proxy.builds.first)).toBeVisible()
    await openScreen(page, 'Projects')
    await createProject(page, { name: before })
    await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()

    proxy.restore()
    proxy.failApi()
    await checkForUpdate(page)
    await expect(page.getByText('A new version of Holdfast is ready.')).toBeVisible()
    await page.getByRole('button', { name: 'Create project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await dialog.getByLabel('Name').fill(fromForm)
    await expect(page.getByText(/Save or close the open form first/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Update now', includeHidden: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Create project' }).click()
    await expect(dialog).toBeHidden()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update now' }).click()
    await reloaded
    await page.goto('/settings')
    await expect(buildText(proxy.builds.next)).toBeVisible()
    await expect(syncButton(page, 'Offline, 2 changes saved')).toBeVisible()

    proxy.restore()
    await expectLive(page)
    const names = (await (await server.signIn('manager')).list('projects')).map((project) => project['name'])
    for (const each of [before, fromForm]) expect(names.filter((name) => name === each)).toHaveLength(1)
    await proxy.close()
  })
})
