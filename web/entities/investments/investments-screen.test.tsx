import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { InvestmentsScreen } from './investments-screen.tsx'

const renderInvestments = (store: TestStore, initial: RecordSearch = {}) =>
  renderScreen(store, InvestmentsScreen, initial)

async function setupFirm(identity = someone) {
  const store = await openTestStore(identity)
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', paymentInstallment: '3_MONTHS' })
  const investor = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  return { store, project, investor }
}

test('a new investment needs an amount; its redemption date is an estimate until it is sent', async () => {
  const { store, project } = await setupFirm()
  await renderInvestments(store, { dialog: 'create' })
  const dialog = page.getByRole('dialog', { name: 'Create investment' })
  await dialog.getByRole('combobox', { name: 'Project' }).fill('qua')
  await page.getByRole('option', { name: 'Quay' }).click()
  await dialog.getByRole('combobox', { name: 'Investor' }).fill('ozturk')
  await page.getByRole('option', { name: 'Elif Öztürk' }).click()
  await dialog.getByRole('button', { name: 'Create investment' }).click()
  await expect.element(dialog.getByText('Amount is required')).toBeVisible()
  await dialog.getByLabelText('Amount').fill('250,000')
  await dialog.getByLabelText('Investment date').fill('01/31/2025')
  await dialog.getByRole('button', { name: 'Create investment' }).click()
  await expect.element(page.getByText('Investment created')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Quay' })
  await expect.element(row.getByText('Apr 30, 2025')).toBeVisible()
  await expect.element(row.getByText('estimated')).toBeVisible()
  expect([...store.table('investments').all()]).toMatchObject([
    { projectId: project.id, amount: '250000.00', status: 'COMMITTED', investmentDate: '2025-01-31' },
  ])
})

test('by default the newest investments come first, by investment date', async () => {
  const { store, investor } = await setupFirm()
  for (const [name, investmentDate] of [
    ['Pier', '2025-02-28'],
    ['Dock', '2026-01-01'],
    ['Mole', '2024-12-31'],
  ] as const) {
    const { id: projectId } = store.put('projects', { name, type: 'COMMERCIAL' })
    store.put('investments', { projectId, investorId: investor.id, amount: '1500', investmentDate })
  }
  await renderInvestments(store)
  const names = () =>
    page
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /Dock|Pier|Mole/.exec(row.textContent)?.[0])
  await expect.poll(names).toEqual(['Dock', 'Pier', 'Mole'])
})

test('a redemption date computed by the server is not marked as an estimate', async () => {
  const { store, project, investor } = await setupFirm()
  const days = { investmentDate: '2025-01-31', redemptionDate: '2025-04-30' }
  store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1500', ...days })
  await renderInvestments(store)
  await expect.element(page.getByRole('row').getByText('Apr 30, 2025')).toBeVisible()
  expect(page.getByText('estimated').elements()).toEqual([])
})

test('confirming a delete names the amount, the investor and the project', async () => {
  const { store, project, investor } = await setupFirm()
  const { id } = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '1500' })
  await renderInvestments(store, { dialog: 'delete', record: id })
  const dialog = page.getByRole('dialog', { name: 'Delete investment?' })
  await expect.element(dialog.getByText('$1,500', { exact: false }).first()).toBeVisible()
  const question = dialog.element().textContent
  for (const part of ['$1,500', 'Elif Öztürk', 'Quay']) expect(question).toContain(part)
})

test('an edit cannot change project and investor, and confirms that it was saved', async () => {
  const { store, project, investor } = await setupFirm()
  const investment = store.put('investments', {
    projectId: project.id,
    investorId: investor.id,
    amount: '5',
    status: 'FUNDED',
  })
  await renderInvestments(store, { dialog: 'edit', record: investment.id })
  const dialog = page.getByRole('dialog', { name: 'Edit Investment' })
  await expect.element(dialog.getByRole('combobox', { name: 'Project' })).not.toBeInTheDocument()
  await dialog.getByLabelText('Amount').fill('7')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Investment Updated')).toBeVisible()
  await expect.element(page.getByText('Investment details have been saved successfully.')).toBeVisible()
  expect(store.outbox()[0]?.ops).toMatchObject([{ op: 'update', fields: { amount: '7.00' }, base: { amount: '5.00' } }])
})

test('an empty list and an empty search use the product’s sentences', async () => {
  const { store, project, investor } = await setupFirm()
  await renderInvestments(store)
  await expect
    .element(page.getByText('No investments found. Create your first investment to get started.'))
    .toBeVisible()
  await store.create('investments', { projectId: project.id, investorId: investor.id, amount: '5' })
  await page.getByRole('searchbox').fill('mature')
  await expect.element(page.getByText('No investments match your search criteria.')).toBeVisible()
  await page.getByRole('searchbox').fill('committed')
  await expect.element(page.getByRole('row').filter({ hasText: 'Quay' })).toBeVisible()
})

test('at no width is an amount cut off or broken', async () => {
  const { store, project, investor } = await setupFirm()
  const holding = { projectId: project.id, investorId: investor.id }
  store.put('investments', { ...holding, amount: '9999999999' })
  store.put('investments', { ...holding, amount: '9999999999999.49', currency: 'AED' })
  const { container } = await renderInvestments(store)
  await expect.element(page.getByText('$9,999,999,999')).toBeVisible()
  const cells = () => [...container.querySelectorAll<HTMLElement>('td[data-align="figure"]:has(bdi)')]
  const linesOf = (cell: HTMLElement) =>
    new Set(Array.from(cell.querySelector('bdi')!.getClientRects(), ({ top }) => Math.round(top))).size
  for (const width of [1200, 700, 334]) {
    container.querySelector<HTMLElement>('div')!.style.inlineSize = `${width}px`
    await expect
      .poll(() => cells().map((cell) => [cell.textContent, cell.scrollWidth - cell.clientWidth, linesOf(cell)]))
      .toEqual([
        ['$9,999,999,999', 0, 1],
        ['AED\u00a09,999,999,999,999', 0, 1],
      ])
    expect(cells().map((cell) => cell.scrollHeight <= cell.offsetHeight)).toEqual([true, true])
  }
})

test.each(['ltr', 'rtl'])('in %s figures of any length are aligned at their last digit', async (dir) => {
  document.documentElement.dir = dir
  onTestFinished(() => {
    document.documentElement.dir = 'ltr'
  })
  const { store, project, investor } = await setupFirm()
  for (const amount of ['5', '112951', '9999999999'])
    store.put('investments', { projectId: project.id, investorId: investor.id, amount })
  await renderInvestments(store)
  await expect.element(page.getByText('$112,951')).toBeVisible()
  const ends = ['$5', '$112,951', '$9,999,999,999'].map((amount) =>
    Math.round(page.getByText(amount, { exact: true }).element().getBoundingClientRect().right),
  )
  expect(new Set(ends).size).toBe(1)
})

test('an exit asks for its date, with today as default', async () => {
  const { store, project, investor } = await setupFirm()
  const { id } = store.put('investments', {
    projectId: project.id,
    investorId: investor.id,
    amount: '1500',
    status: 'FUNDED',
    investmentDate: '2019-03-01',
  })
  await renderInvestments(store, { dialog: 'edit', record: id })
  const dialog = page.getByRole('dialog', { name: 'Edit Investment' })
  const date = dialog.getByLabelText('Exit date')
  await expect.element(dialog.getByLabelText('Amount')).toBeVisible()
  expect(date.elements()).toEqual([])
  await chooseOption(dialog.getByRole('combobox', { name: 'Status' }), 'Exited')
  await expect.element(date).not.toHaveValue('')
  await date.fill('02/28/2019')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(dialog.getByText('The exit date must not be before the investment date')).toBeVisible()
  await date.fill('03/01/2021')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => store.table('investments').get(id)).toMatchObject({ exitedOn: '2021-03-01' })
})
