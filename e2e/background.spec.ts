import type { Page } from 'playwright/test'
import { changesPath, personCookie } from '../schema/sync/protocol.ts'
import { notificationAddress, type PushMessage } from '../schema/app/push-message.ts'
import { createProject } from './support/projects-screen.ts'
import { expectLive, loginAndSync, openScreen, syncButton, signInElsewhere, uniqueName } from './support/app.ts'
import { deliverPush, dispatchSync, pressNotification } from './support/background-sync.ts'
import type { Device } from './support/device.ts'
import { expect, test } from './support/fixtures.ts'

test.use({ usesFreshBrowser: true })

async function closeWithUnsent({ context, page }: Device, name: string, stopServer: () => Promise<void>) {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await stopServer()
  await createProject(page, { name })
  await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()
  const elsewhere = await context.newPage()
  await page.close()
  return elsewhere
}

test('what a person did offline is sent after they have closed the app', async ({
  device,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Lighthouse')
  const elsewhere = await closeWithUnsent(device, name, stopServer)
  await startServer()
  const manager = await server.signIn('manager')
  const arrived = async () => (await manager.list('projects')).filter((project) => project['name'] === name).length
  expect(await arrived()).toBe(0)
  await dispatchSync(elsewhere, server.url)
  await expect.poll(arrived).toBe(1)

  await elsewhere.goto('/projects')
  await expectLive(elsewhere)
  expect(await arrived()).toBe(1)
})

const notification: PushMessage = {
  kind: 'DOCUMENT_ADDED',
  text: 'A new document',
  lang: 'en',
  dir: 'ltr',
  url: '/documents',
  at: '2026-01-10T09:00:00.000Z',
  unread: 2,
}

const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const all = await registration!.getNotifications()
    return all.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data: data as string }))
  })

test('a click on a notification opens its record in the app’s window, or in a new one; it has the text of the push message', async ({
  device,
  page,
  server,
}) => {
  await loginAndSync(page, 'manager')
  await device.context.grantPermissions(['notifications'], { origin: server.url })
  const investor = await server.signIn('investor')
  const pushAndPress = async (at: Page, name: string) => {
    const message = { ...notification, at: new Date().toISOString() }
    await investor.create('documents', { name, type: 'OTHER' })
    await deliverPush(at, server.url, message)
    return notificationAddress(message)
  }
  const expectDocument = async (at: Page, name: string) => {
    await expect(at.getByRole('main').getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible()
    await expect(at.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  const [first, second] = [uniqueName('Lease'), uniqueName('Deed')]
  await pushAndPress(page, first)
  expect(await pressNotification(device.context, server.url)).toEqual([])
  await expectDocument(page, first)

  const elsewhere = await device.context.newPage()
  await page.close()
  const address = await pushAndPress(elsewhere, second)
  expect(await pressNotification(device.context, server.url)).toEqual([address])
  await elsewhere.goto(address)
  await expectDocument(elsewhere, second)

  // Last, because the browser drops notifications once they are listed.
  await elsewhere.goto(`${server.url}/healthz`)
  const data = await pushAndPress(elsewhere, uniqueName('Deed'))
  const { text: body, lang, kind: tag } = notification
  expect(await shownNotifications(elsewhere)).toEqual([{ title: 'Holdfast', body, lang, tag, data }])
})

test("WHO1 what a person did offline is never sent in another person's name", async ({
  device,
  server,
  stopServer,
  startServer,
}) => {
  const name = uniqueName('Breakwater')
  const elsewhere = await closeWithUnsent(device, name, stopServer)
  await startServer()
  await signInElsewhere(device.context, server.url, 'admin')
  const statuses: number[] = []
  device.context.on('response', (response) => {
    if (response.url().endsWith(changesPath)) statuses.push(response.status())
  })
  await dispatchSync(elsewhere, server.url)
  await device.context.clearCookies({ name: personCookie })
  // Repeated, because an event during an earlier one sends nothing.
  await expect
    .poll(async () => {
      await dispatchSync(elsewhere, server.url)
      return statuses
    })
    .toContain(401)
  const projects = await (await server.signIn('admin')).list('projects')
  expect(projects.filter((project) => project['name'] === name)).toEqual([])

  await signInElsewhere(device.context, server.url, 'manager')
  await elsewhere.goto('/projects')
  await expectLive(elsewhere)
  const sent = await (await server.signIn('admin')).list('projects')
  expect(sent.filter((project) => project['name'] === name)).toHaveLength(1)
})
