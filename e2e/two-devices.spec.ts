import type { Page } from 'playwright/test'
import { createProject } from './support/projects-screen.ts'
import { expectLive, loginAndSync, openScreen, search, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

const rounds = 6

test('two people keep working while the server restarts: nothing is lost or duplicated', async ({
  page,
  secondDevice,
  server,
  stopServer,
  startServer,
}) => {
  const otherPage = (await secondDevice()).page
  await loginAndSync(page, 'manager')
  await loginAndSync(otherPage, 'admin')
  for (const each of [page, otherPage]) await openScreen(each, 'Projects')

  const run = uniqueName('Tide')
  const names: string[] = []
  const create = async (page: Page, suffix: string, round: number) => {
    const name = `${run} ${String(round).padStart(2, '0')}${suffix}`
    names.push(name)
    await createProject(page, { name })
  }
  for (let round = 1; round <= rounds; round += 1) {
    const first = create(page, 'a', round)
    const stopped = stopServer()
    const second = create(otherPage, 'b', round)
    if (round % 3 === 0) await Promise.all([first, second])
    await stopped
    if (round % 3 === 1) await Promise.all([first, second])
    await startServer()
    await Promise.all([first, second])
    if (round % 2 === 0) await otherPage.reload()
  }

  for (const each of [page, otherPage]) await expectLive(each)
  const projects = await (await server.signIn('admin')).list('projects')
  const arrived = projects.map((project) => String(project['name'])).filter((name) => name.startsWith(run))
  expect(arrived.sort()).toEqual(names.sort())
  for (const each of [page, otherPage]) {
    await search(each, run)
    // Only visible rows are in the DOM; the count includes the header.
    await expect(each.getByRole('table')).toHaveAttribute('aria-rowcount', String(names.length + 1))
  }
})
