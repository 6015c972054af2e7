import type { Page } from 'playwright/test'
import { createProject } from './support/projects-screen.ts'
import { expectToast, findRow, loginAndSync, openScreen, search, uniqueName } from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

test('a manager creates a project and finds it by name and location', async ({ page, server }) => {
  const name = uniqueName('Mill')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await createProject(page, { name, location: `Izmir of ${name}`, targetAmount: '2500000' })
  await expectToast(page, 'Success', 'Project created successfully')
  await findRow(page, name)
  await findRow(page, `izmir of ${name}`.toLowerCase())
  await search(page, `${name} is not there`)
  await expect(page.getByText('No projects match your search criteria.')).toBeVisible()
  const manager = await server.signIn('manager')
  await expect
    .poll(async () => (await manager.list('projects')).filter((project) => project['name'] === name))
    .toMatchObject([
      { type: 'REAL_ESTATE', isVisibleToInvestors: true, paymentInstallment: '6_MONTHS', expectedIRR: null },
    ])
})

test('a manager edits a project without changing its other values', async ({ page, server }) => {
  const name = uniqueName('Orchard')
  const manager = await server.signIn('manager')
  const project = await manager.create('projects', { name, type: 'AGRICULTURE', description: '  as typed  ' })
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await (await findRow(page, name)).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByLabel('Location').fill('Fes')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Project updated')
  await expect
    .poll(async () => (await manager.list('projects')).find(({ id }) => id === project.id))
    .toMatchObject({ location: 'Fes', description: '  as typed  ', status: 'FUNDED', type: 'AGRICULTURE' })
})

const searchSortAndPress = (page: Page, query: string, button: string) =>
  page.evaluate(
    ([text, name]) => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      document.querySelector<HTMLElement>('th button')!.click()
      const named = [...document.querySelectorAll<HTMLElement>('nav a, main button')]
      named.find(({ textContent }) => textContent.trim() === name)!.click()
    },
    [query, button] as const,
  )

const expectSearchAndSort = async (page: Page, text: string) => {
  await expect(page.getByRole('searchbox')).toHaveValue(text)
  await expect(page.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/\/projects\?(?=.*q=)(?=.*sort=)/)
}

test('a search and a sort survive Back from another screen and from a dialog opened right after them', async ({
  page,
}) => {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await searchSortAndPress(page, 'a', 'Investors')
  await expect(page.getByRole('heading', { name: 'Investors', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expectSearchAndSort(page, 'a')

  await page.goto('/projects')
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  await searchSortAndPress(page, 'a', 'Create project')
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await expect(page).toHaveURL(/q=a/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectSearchAndSort(page, 'a')
})

const isPersisted = (page: Page, text: string) =>
  page.evaluate(async (text) => {
    const names = (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.endsWith('--device'))
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const openRequest = indexedDB.open(name)
        openRequest.onsuccess = () => resolve(openRequest.result)
        openRequest.onerror = () => reject(openRequest.error!)
      })
      const rows = database.transaction('docs').objectStore('docs').getAll()
      await new Promise((resolve) => (rows.onsuccess = resolve))
      database.close()
      if (JSON.stringify(rows.result).includes(text)) return true
    }
    return false
  }, text)

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await crashed
}

test('text typed before a crash is restored in one window, and not after it is discarded', async ({ device, page }) => {
  const name = uniqueName('Half a harb')
  const openForm = async () => {
    const other = await device.context.newPage()
    await other.goto('/projects?dialog=create')
    return { other, field: other.getByRole('dialog').getByLabel('Name') }
  }
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await expect.poll(() => isPersisted(page, name)).toBe(true)
  const otherWindow = await openForm()
  await otherWindow.field.fill('Another')
  await expect.poll(() => isPersisted(otherWindow.other, 'Another')).toBe(true)
  await expect(otherWindow.field).toHaveValue('Another')

  await crash(page)
  const first = await openForm()
  await expect(first.field).toHaveValue(name)
  const second = await openForm()
  await second.field.fill('A third')
  await expect.poll(() => isPersisted(second.other, 'A third')).toBe(true)
  await expect(second.field).toHaveValue('A third')

  await first.other.keyboard.press('Escape')
  await first.other.getByRole('button', { name: 'Discard' }).click()
  await expect(first.other.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => isPersisted(first.other, name)).toBe(false)
})

test('text typed over an open record is restored with it after a crash', async ({ device, page }) => {
  const notes = uniqueName('As the surveyor says')
  const notesIn = (each: Page) => each.getByRole('dialog', { name: 'Add valuation' }).getByLabel('Notes')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await search(page, 'Marina Heights')
  await page.getByRole('table').getByRole('button', { name: 'Marina Heights Residences', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Project details' })
  await details.getByRole('tab', { name: 'Valuations' }).click()
  await details.getByRole('button', { name: 'Add valuation' }).click()
  await notesIn(page).fill(notes)
  await expect.poll(() => isPersisted(page, notes)).toBe(true)
  const address = page.url()
  await crash(page)
  const newPage = await device.context.newPage()
  await newPage.goto(address)
  await expect(notesIn(newPage)).toHaveValue(notes)
})

test('an open record and its tab survive a reload, and Back leads to the list', async ({ page }) => {
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await search(page, 'Marina Heights')
  await page.getByRole('table').getByRole('button', { name: 'Marina Heights Residences', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Project details' })
  await details.getByRole('tab', { name: 'History' }).click()
  await page.reload()
  await expect(details.getByRole('heading', { name: 'Marina Heights Residences' })).toBeVisible()
  await expect(details.getByRole('tab', { name: 'History', selected: true })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.goBack()
  await expect(details).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})
