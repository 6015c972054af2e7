import type { Page } from 'playwright/test'
import {
  expectLive,
  findRow,
  goOffline,
  goOnline,
  loginAndSync,
  openScreen,
  syncButton,
  uniqueName,
} from './support/app.ts'
import { expect, test } from './support/fixtures.ts'

const syncCenter = (page: Page) => page.getByRole('dialog', { name: 'Sync center' })

async function setTarget(page: Page, name: string, amount: string) {
  await (await findRow(page, name)).getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit project' })
  await dialog.getByLabel('Target amount').fill(amount)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
}

test('two people change one amount: the second chooses either amount, and both devices agree', async ({
  page,
  secondDevice,
  server,
}) => {
  const name = uniqueName('Harbour')
  const { id } = await (
    await server.signIn('admin')
  ).create('projects', { name, type: 'COMMERCIAL', targetAmount: '500000' })
  const otherPage = (await secondDevice()).page
  await loginAndSync(page, 'manager')
  await loginAndSync(otherPage, 'admin')
  for (const each of [page, otherPage]) await openScreen(each, 'Projects')
  const stored = async () =>
    (await (await server.signIn('admin')).list('projects')).find((project) => project.id === id)?.['targetAmount']

  for (const [mine, theirs, keep] of [
    ['400000', '375000', 'mine'],
    ['410000', '385000', 'theirs'],
  ] as const) {
    await goOffline(page)
    await setTarget(page, name, mine)
    await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()
    await setTarget(otherPage, name, theirs)
    await expect.poll(stored).toBe(`${theirs}.00`)
    await goOnline(page)
    await expect(syncButton(page, 'Needs attention')).toBeVisible()
    await expect(
      page
        .getByRole('alert')
        .getByText(new RegExp(`^Updated project: ${name}\\. .+ changed this record in the meantime`)),
    ).toBeVisible()
    await syncButton(page, 'Needs attention').click()
    const choice = syncCenter(page).getByRole('group', { name: /Target/ })
    const withSeparators = (amount: string) => `\\$${amount.slice(0, 3)},${amount.slice(3)}`
    const keepMine = choice.getByRole('button', { name: new RegExp(`^Keep ${withSeparators(mine)}.* \\(yours\\)$`) })
    const useTheirs = choice.getByRole('button', {
      name: new RegExp(`^Use ${withSeparators(theirs)}.* \\(\\S.*, \\d.*\\)$`),
    })
    await expect(useTheirs).toBeVisible()
    await (keep === 'mine' ? keepMine : useTheirs).press('Enter')
    await expect(choice).toBeHidden()
    await page.keyboard.press('Escape')
    await expectLive(page)
    await expect.poll(stored).toBe(`${keep === 'mine' ? mine : theirs}.00`)
  }
})

test('an edit of an investor who was deleted meanwhile offers to restore or re-create them', async ({
  page,
  secondDevice,
  server,
}) => {
  const api = await server.signIn('admin')
  const other = (await secondDevice()).page
  await loginAndSync(page, 'manager')
  await loginAndSync(other, 'admin')
  for (const each of [page, other]) await openScreen(each, 'Investors')

  for (const [action, expected] of [
    ['Restore with my changes', 'the same'],
    ['Create as a new record', 'another'],
  ] as const) {
    const lastName = uniqueName('Moreau')
    const { id } = await api.create('investors', { firstName: 'Ana', lastName, email: 'ana@moreau.test' })
    await (await findRow(page, lastName)).waitFor()
    await goOffline(page)
    await (await findRow(page, lastName)).getByRole('button', { name: `Actions for Ana ${lastName}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit investor' })
    await form.getByLabel('Phone').fill('+33 1 40 00 00 00')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form).toBeHidden()
    await expect(syncButton(page, 'Offline, 1 change saved')).toBeVisible()

    await (await findRow(other, lastName)).getByRole('button', { name: `Actions for Ana ${lastName}` }).click()
    await other.getByRole('menuitem', { name: 'Delete' }).click()
    const question = other.getByRole('dialog', { name: 'Delete investor?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    const exists = async () => (await api.list('investors')).some((each) => each.id === id)
    await expect.poll(exists).toBe(false)

    await goOnline(page)
    await syncButton(page, 'Needs attention').click()
    await expect(syncCenter(page).getByText(`Updated investor: Ana ${lastName}`)).toBeVisible()
    await syncCenter(page).getByRole('button', { name: action }).click()
    await expect(syncCenter(page).getByRole('button', { name: action })).toBeHidden()
    await page.keyboard.press('Escape')
    await expectLive(page)
    for (const each of [page, other]) await findRow(each, lastName)
    const [row, ...more] = (await api.list('investors')).filter((each) => each['lastName'] === lastName)
    expect(more).toEqual([])
    expect(row).toMatchObject({ firstName: 'Ana', email: 'ana@moreau.test', phone: '+33 1 40 00 00 00' })
    expect(row!.id === id ? 'the same' : 'another').toBe(expected)
  }
})

test('ACT3 ACT5 an exit whose result has changed shows both results, and exits once the new one is accepted', async ({
  page,
  server,
}) => {
  const api = await server.signIn('admin')
  const name = uniqueName('Marina')
  const { id: projectId } = await api.create('projects', { name, type: 'COMMERCIAL', currency: 'AED' })
  const { id: investorId } = await api.create('investors', { firstName: 'Ana', email: 'ana@marina.test' })
  const invest = (amount: string) =>
    api.create('investments', {
      projectId,
      investorId,
      amount,
      currency: 'AED',
      status: 'ACTIVE',
      investmentDate: '2026-01-31',
    })
  const first = await invest('1250000.00')
  await loginAndSync(page, 'manager')
  await openScreen(page, 'Projects')
  await (await findRow(page, name)).getByRole('button', { name: 'View details' }).click()
  await goOffline(page)
  const details = page.getByRole('dialog', { name: 'Project details' })
  await details.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Exit project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exit project' })
  await dialog.getByRole('button', { name: 'Exit project' }).click()
  await expect(dialog).toBeHidden()
  await api.change(`investments/${first.id}`, { amount: '1300000.00' })
  const late = await invest('50000.00')

  await goOnline(page)
  await syncButton(page, 'Needs attention').click()
  const result = syncCenter(page).getByRole('table')
  await expect(result.getByRole('row').nth(1)).toContainText(/1,250,000\.00.*1,300,000\.00/)
  await expect(result.getByRole('row').nth(2)).toContainText(/Not included.*50,000\.00/)
  await syncCenter(page).getByRole('button', { name: 'Accept the new result' }).click()
  await page.keyboard.press('Escape')
  await expectLive(page)
  const stored = (await api.list('investments')).filter(({ id }) => id === first.id || id === late.id)
  expect(stored.map(({ status }) => status)).toEqual(['EXITED', 'EXITED'])
})
