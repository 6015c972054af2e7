import {
  expectLive,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  syncButton,
  rowOf,
  search,
  uniqueName,
  uploadDocument,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

test('HELD3 HELD4 HELD5 HELD7 a revoked device hands in its unsent work and is wiped; an administrator accepts or discards it', async ({
  page,
  secondDevice,
  server,
}) => {
  const admin = await server.signIn('admin')
  const knownDevices = (await admin.list('devices')).map(({ id }) => id)
  await loginAndSync(page, 'manager')
  const [device] = (await admin.list('devices')).filter(({ id }) => !knownDevices.includes(id))
  await openScreen(page, 'Projects')
  await goOffline(page)
  const [accepted, discarded] = [uniqueName('Harbour'), uniqueName('Tower')]
  await createProject(page, { name: accepted, location: 'Aqaba' })
  await createProject(page, { name: discarded })
  await openScreen(page, 'Documents')
  const documentName = uniqueName('Deed')
  const bytes = Buffer.from(`%PDF-1.7 ${documentName}`)
  await uploadDocument(page, documentName, bytes)
  await expect(syncButton(page, 'Offline, 4 changes saved')).toBeVisible()

  await admin.create(`devices/${device!.id}/revoke`, {})
  await goOnline(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  const projectNames = async () => (await indexedDB.databases()).map(({ name }) => name)
  const databases = () => page.evaluate(projectNames).catch(() => null)
  await expect.poll(databases).toEqual([])

  const adminPage = (await secondDevice()).page
  await loginAndSync(adminPage, 'admin')
  await adminPage.goto('/settings/held-changes')
  const card = (name: string) => adminPage.getByRole('article').filter({ hasText: name })
  await expect(card(accepted)).toContainText('Saved by Marc Lefèvre')
  await card(accepted).getByRole('button', { name: 'Accept' }).click()
  await expect(card(accepted)).toHaveCount(0)
  await expect(card(documentName)).toContainText(`File: ${documentName}.pdf`)
  await card(documentName).getByRole('button', { name: 'Accept' }).click()
  await expect(card(documentName)).toHaveCount(0)
  const [document] = (await admin.list('documents')).filter(({ name }) => name === documentName)
  const fetchText = (id: string) => adminPage.evaluate(async (path) => (await fetch(path)).text(), `/files/${id}`)
  expect(await fetchText(document!.id)).toBe(bytes.toString())
  await card(discarded).getByRole('button', { name: 'Reject' }).click()
  await adminPage.getByRole('dialog', { name: 'Reject held change?' }).getByRole('button', { name: 'Reject' }).click()
  await expect(adminPage.getByText('No held changes')).toBeVisible()
  await openScreen(adminPage, 'Projects')
  await search(adminPage, accepted)
  await expect(rowOf(adminPage, accepted)).toContainText('Aqaba')
  await expectLive(adminPage)
  const projects = (await admin.list('projects')).map(({ name }) => name)
  expect([projects.includes(accepted), projects.includes(discarded)]).toEqual([true, false])
})
