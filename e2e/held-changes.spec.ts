import {
  expectLive,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  pill,
  rowOf,
  search,
  uniqueName,
  uploadDocument,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'
import { createProject } from './support/projects-screen.ts'

test('HELD3 HELD4 HELD5 HELD7 a signed-out device hands in unsent changes and a file and is wiped; an administrator accepts some changes and discards another', async ({
  page,
  secondDevice,
  server,
}) => {
  const admin = await server.as('admin')
  const before = (await admin.list('devices')).map(({ id }) => id)
  await loginAndSync(page, 'manager')
  const [device] = (await admin.list('devices')).filter(({ id }) => !before.includes(id))
  await openScreen(page, 'Projects')
  await goOffline(page)
  const [kept, lost] = [uniqueName('Harbour'), uniqueName('Tower')]
  await createProject(page, { name: kept, location: 'Aqaba' })
  await createProject(page, { name: lost })
  await openScreen(page, 'Documents')
  const paper = uniqueName('Deed')
  const bytes = Buffer.from(`%PDF-1.7 ${paper}`)
  await uploadDocument(page, paper, bytes)
  await expect(pill(page, 'Offline, 4 changes saved')).toBeVisible()

  await admin.create(`devices/${device!.id}/revoke`, {})
  await goOnline(page)
  await expect(page.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible()
  const names = async () => (await indexedDB.databases()).map(({ name }) => name)
  const databases = () => page.evaluate(names).catch(() => null)
  await expect.poll(databases).toEqual([])

  const office = (await secondDevice()).page
  await loginAndSync(office, 'admin')
  await office.goto('/settings/held-changes')
  const card = (name: string) => office.getByRole('article').filter({ hasText: name })
  await expect(card(kept)).toContainText('Marc Lefèvre entered this')
  await card(kept).getByRole('button', { name: 'Take Over' }).click()
  await expect(card(kept)).toHaveCount(0)
  await expect(card(paper)).toContainText(`File: ${paper}.pdf`)
  await card(paper).getByRole('button', { name: 'Take Over' }).click()
  await expect(card(paper)).toHaveCount(0)
  const [signed] = (await admin.list('documents')).filter(({ name }) => name === paper)
  const read = (id: string) => office.evaluate(async (path) => (await fetch(path)).text(), `/files/${id}`)
  expect(await read(signed!.id)).toBe(bytes.toString())
  await card(lost).getByRole('button', { name: 'Drop' }).click()
  await office.getByRole('dialog', { name: 'Drop Held Change' }).getByRole('button', { name: 'Drop' }).click()
  await expect(office.getByText('Nothing is held')).toBeVisible()
  await openScreen(office, 'Projects')
  await search(office, kept)
  await expect(rowOf(office, kept)).toContainText('Aqaba')
  await expectLive(office)
  const projects = (await admin.list('projects')).map(({ name }) => name)
  expect([projects.includes(kept), projects.includes(lost)]).toEqual([true, false])
})
