import type { Page } from 'playwright/test'
import { expectLive, findRow, login, loginAndSync, openScreen, pill, uniqueName, waitingMark } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { lookForVersion } from './support/look-for-version.ts'
import { createProject } from './support/projects-screen.ts'
import { serveTwoBuilds } from './support/two-builds.ts'

test('a person whose version is too old sees a notice, loses nothing, and the new version sends what waits', async ({
  network,
  far: { page },
  server,
}) => {
  const name = uniqueName('Older')
  const stored = async () =>
    (await (await server.as('manager')).list('projects')).filter((project) => project['name'] === name).length
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  network.age()
  await createProject(page, { name })
  const isTooOld = async () => {
    await expect(pill(page, 'New version needed')).toBeVisible()
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
  await bringNewVersion()
  await isTooOld()
  network.heal()
  await bringNewVersion()
  await expectLive(page)
  await expect(waitingMark(await findRow(page, name))).toHaveCount(0)
  expect(await stored()).toBe(1)
})

const hasOneVersion = (page: Page) =>
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

  test('a failed update leaves the old version working offline, a ready one waits for an open form, and the new version sends what the old one stored', async ({
    makeDevice,
    server,
  }) => {
    const front = await serveTwoBuilds(server.url)
    const { page } = await makeDevice(front.url)
    const [before, typed] = [uniqueName('Before'), uniqueName('Typed')]
    const build = (name: string | null) =>
      name === null ? page.getByRole('heading', { name: 'Settings', level: 1 }) : page.getByText(`build ${name}`)
    // A network's sign-in page in place of a file must not be cached. A released version cannot be changed, so it is
    // exempt.
    const isAsked = front.isOlder ? () => true : front.breakFile('page', 'is the page of a portal')
    await login(page, 'manager')
    await expect.poll(isAsked).toBe(true)
    front.heal()
    await hasOneVersion(page)

    front.publish()
    for (const [which, how] of [
      ['worker', 'answers 500'],
      ['changed', 'answers 500'],
      ['changed', 'is cut off'],
      ['changed', 'is the page of a portal'],
    ] as const) {
      const isAsked = front.breakFile(which, how)
      await expect
        .poll(async () => {
          await lookForVersion(page)
          return isAsked()
        })
        .toBe(true)
      await hasOneVersion(page)
    }
    front.unplug()
    await page.goto('/settings')
    await expect(build(front.builds.first)).toBeVisible()
    await openScreen(page, 'Projects')
    await createProject(page, { name: before })
    await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()

    front.heal()
    front.hideServer()
    await lookForVersion(page)
    await expect(page.getByText('A new version of Holdfast is ready.')).toBeVisible()
    await page.getByRole('button', { name: 'Create Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Project' })
    await dialog.getByLabel('Name').fill(typed)
    await expect(page.getByText(/Save or close the open form first/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Use it now', includeHidden: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Create Project' }).click()
    await expect(dialog).toBeHidden()
    const read = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Use it now' }).click()
    await read
    await page.goto('/settings')
    await expect(build(front.builds.next)).toBeVisible()
    await expect(pill(page, 'Offline, 2 changes saved')).toBeVisible()

    front.heal()
    await expectLive(page)
    const names = (await (await server.as('manager')).list('projects')).map((project) => project['name'])
    for (const each of [before, typed]) expect(names.filter((name) => name === each)).toHaveLength(1)
    await front.close()
  })
})
