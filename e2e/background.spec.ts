import type { Page } from 'playwright/test'
import { changesPath, personCookie } from '../schema/protocol.ts'
import { createProject } from './projects-screen.ts'
import { expectLive, loginAndKeep, openScreen, pill, signInElsewhere, uniqueName } from './app.ts'
import { deliverPush, dispatchSync, pressNews } from './background-sync.ts'
import { expect, test } from './fixtures.ts'

test.use({ takesBrowser: true })

test('what a person did offline is sent after they have closed the app', async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Lighthouse')
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Projects')
  await stopServer()
  await createProject(page, { name })
  await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()
  const elsewhere = await device.context.newPage()
  await page.close()

  await startServer()
  const manager = await server.as('manager')
  const arrived = async () => (await manager.list('projects')).filter((project) => project['name'] === name).length
  expect(await arrived()).toBe(0)
  await dispatchSync(elsewhere, server.url)
  await expect.poll(arrived).toBe(1)

  await elsewhere.goto('/projects')
  await expectLive(elsewhere)
  expect(await arrived()).toBe(1)
})

test('news are shown while the app is closed, in the words of the push alone', async ({ device, page, server }) => {
  await loginAndKeep(page, 'manager')
  await device.context.grantPermissions(['notifications'], { origin: server.url })
  // A page of this address without the app.
  await page.goto(`${server.url}/healthz`)
  const text = 'A new document'
  await deliverPush(page, server.url, {
    kind: 'DOCUMENT_ADDED',
    text,
    lang: 'en',
    dir: 'ltr',
    url: '/documents',
    unread: 2,
  })
  const shown = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const all = await registration!.getNotifications()
    return all.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data: data as string }))
  })
  expect(shown).toEqual([{ title: 'Holdfast', body: text, lang: 'en', tag: 'DOCUMENT_ADDED', data: '/documents' }])
})

test('a press on news opens what they are about: in the window where the app is open, and else in a new one', async ({
  device,
  page,
  server,
}) => {
  await loginAndKeep(page, 'manager')
  await device.context.grantPermissions(['notifications'], { origin: server.url })
  const words = { text: 'News', lang: 'en', dir: 'ltr', unread: 1 } as const
  const shows = (at: Page, name: string) =>
    expect(at.getByRole('main').getByRole('heading', { name, level: 1 })).toBeVisible()
  await deliverPush(page, server.url, { ...words, kind: 'DOCUMENT_ADDED', url: '/documents' })
  expect(await pressNews(device.context, server.url)).toEqual([])
  await shows(page, 'Documents')

  const elsewhere = await device.context.newPage()
  await page.close()
  await deliverPush(elsewhere, server.url, { ...words, kind: 'CAPITAL_CALL', url: '/investments' })
  const [address = ''] = await pressNews(device.context, server.url)
  expect(address).toBe('/investments')
  await elsewhere.goto(address)
  await shows(elsewhere, 'Investments')
})

test("WHO1 what a person did offline is never sent in another person's name", async ({
  device,
  page,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Breakwater')
  await loginAndKeep(page, 'manager')
  await openScreen(page, 'Projects')
  await stopServer()
  await createProject(page, { name })
  await expect(pill(page, 'Offline, 1 change saved')).toBeVisible()
  const elsewhere = await device.context.newPage()
  await page.close()

  await startServer()
  await signInElsewhere(device.context, server.url, 'admin')
  const answers: number[] = []
  device.context.on('response', (response) => {
    if (response.url().endsWith(changesPath)) answers.push(response.status())
  })
  // The cookie keeps the worker from asking; without a cookie the server refuses.
  await dispatchSync(elsewhere, server.url)
  await device.context.clearCookies({ name: personCookie })
  // Again until it asks: a wake-up while the worker is still busy with an earlier one sends nothing.
  await expect
    .poll(async () => {
      await dispatchSync(elsewhere, server.url)
      return answers
    })
    .toContain(401)
  const projects = await (await server.as('admin')).list('projects')
  expect(projects.filter((project) => project['name'] === name)).toEqual([])

  await signInElsewhere(device.context, server.url, 'manager')
  await elsewhere.goto('/projects')
  await expectLive(elsewhere)
  const sent = await (await server.as('admin')).list('projects')
  expect(sent.filter((project) => project['name'] === name)).toHaveLength(1)
})
