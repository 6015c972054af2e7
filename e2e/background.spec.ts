import { createProject } from './projects-screen.ts'
import { loginAndKeep, openScreen, pill, uniqueName } from './app.ts'
import { dispatchSync } from './background-sync.ts'
import { expect, test } from './fixtures.ts'

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
  await expect(pill(elsewhere, 'Live')).toBeVisible()
  expect(await arrived()).toBe(1)
})
