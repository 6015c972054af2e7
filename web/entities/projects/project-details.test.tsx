import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { chooseOption } from '#web/test/choose-option.ts'
import { renderScreen } from '#web/test/render.tsx'
import { renderApp } from '#web/test/render-app.tsx'
import { chooseAction } from '#web/test/choose-action.ts'
import { textsOf } from '#web/test/texts-of.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { ProjectsScreen } from './projects-screen.tsx'

const details = page.getByRole('dialog', { name: 'Project details' })

async function setup(fields: object = {}) {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '2000', ...fields })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const hold = (amount: string, status: string, overrides: object = {}) =>
    store.put('investments', { projectId: project.id, investorId: investor.id, amount, status, ...overrides })
  return { store, project, hold }
}

const open = (store: TestStore, record: string, dialog = 'details') =>
  renderScreen(store, ProjectsScreen, { dialog, record })

test('a bar shows paid-in and committed capital against the target, in words too', async () => {
  const { store, project, hold } = await setup({ duration: '2.5', actualIRR: '11' })
  hold('900', 'FUNDED')
  hold('300', 'COMMITTED')
  await open(store, project.id)
  const funding = details.getByRole('region', { name: 'Funding' })
  await expect
    .element(funding.getByRole('figure', { name: '$900.00 paid in and $300.00 committed of a target of $2,000.00' }))
    .toBeVisible()
  const facts = () =>
    [...funding.element().querySelectorAll('dt')].map((each) => [
      each.textContent,
      each.nextElementSibling?.textContent?.trim(),
    ])
  expect(facts()).toEqual([
    ['Paid in', '$900 45.0%'],
    ['Committed', '$300 15.0%'],
    ['Remaining', '$800'],
    ['Target', '$2,000'],
  ])
  const bar = funding.getByRole('figure').element()
  const widths = [...bar.children].map((each) => each.getBoundingClientRect().width / bar.getBoundingClientRect().width)
  expect(widths.map((each) => Math.round(each * 100))).toEqual([45, 15])
  await expect.element(details.getByText('2.5 years')).toBeVisible()
  await store.update('projects', project, { duration: '6.0' })
  await expect.element(details.getByText('6 years', { exact: true })).toBeVisible()
  await expect.element(details.getByText('11.0%')).toBeVisible()
  hold('1100', 'ACTIVE')
  await expect.poll(() => facts()[2]).toEqual(['Over target', '$300'])
})

test('the bar counts only what is paid in of an investment that is called in part', async () => {
  const { store, project, hold } = await setup()
  const { id: investmentId, investorId } = hold('900', 'FUNDED')
  store.put('cashFlows', {
    projectId: project.id,
    investorId,
    investmentId,
    amount: '200',
    type: 'CAPITAL_CALL',
    date: '2026-01-15',
  })
  await open(store, project.id)
  const words = '$200.00 paid in and $700.00 committed of a target of $2,000.00'
  await expect.element(details.getByRole('figure', { name: words })).toBeVisible()
})

test('an edit changes the actual IRR, the duration and the currency; currency symbols follow', async () => {
  const { store, project } = await setup()
  await open(store, project.id, 'edit')
  const form = page.getByRole('dialog', { name: 'Edit project' })
  await form.getByRole('button', { name: 'Advanced' }).click()
  await form.getByLabelText('Actual IRR').fill('14.5')
  await form.getByLabelText('Duration').fill('3.5')
  await expect.element(form.getByText('$', { exact: true })).toBeVisible()
  await chooseOption(form.getByRole('combobox', { name: 'Currency' }), 'AED')
  await expect.element(form.getByText('$', { exact: true })).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Project updated')).toBeVisible()
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'update', fields: { actualIRR: '14.50', duration: '3.5', currency: 'AED' } },
  ])
})

test('a new project has no fields for actual IRR and duration', async () => {
  const { store } = await setup()
  await open(store, '', 'create')
  const form = page.getByRole('dialog', { name: 'Create New Project' })
  await form.getByRole('button', { name: 'Advanced' }).click()
  await expect.element(form.getByRole('combobox', { name: 'Currency' })).toBeVisible()
  expect(form.getByLabelText('Actual IRR').elements()).toEqual([])
  expect(form.getByLabelText('Duration').elements()).toEqual([])
})

test('a project with investments cannot be deleted; the reason with count and amount is shown before sending', async () => {
  const { store, project, hold } = await setup()
  hold('900', 'FUNDED')
  hold('300', 'COMMITTED')
  await renderApp(store, `/projects?dialog=delete&record=${project.id}`)
  const dialog = page.getByRole('dialog', { name: 'Failed to delete project' })
  await expect
    .element(dialog.getByText('Quay has investments. Delete them before you delete the project.'))
    .toBeVisible()
  await expect.element(dialog.getByText('2 investments ($1,200)')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Delete' }).elements()).toEqual([])
  expect(store.outbox()).toEqual([])
  const link = dialog.getByRole('link', { name: 'Show Investments' })
  await expect.element(link).toHaveAttribute('href', `/investments?projectId=${project.id}`)
})

test('a project without investments is deleted with its related records', async () => {
  const { store, project } = await setup()
  store.put('valuations', { projectId: project.id, nav: '5', valuationDate: '2025-01-31' })
  await store.caughtUp()
  await open(store, project.id, 'delete')
  const dialog = page.getByRole('dialog', { name: 'Delete project?' })
  await expect.element(dialog.getByText('The project Quay will be deleted.')).toBeVisible()
  await expect.element(dialog.getByText('1 valuation')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Project deleted')).toBeVisible()
  expect(store.table('projects').size).toBe(0)
})

test('an exit is one change that exits the project and its funded investments, even offline', async () => {
  const { store, project, hold } = await setup()
  const paid = hold('900', 'FUNDED')
  const promised = hold('300', 'COMMITTED')
  await store.caughtUp()
  store.setStatus({ connection: 'offline' })
  await open(store, project.id)
  await chooseAction(details, 'Exit project')
  const dialog = page.getByRole('dialog', { name: 'Exit project' })
  await expect.element(dialog.getByText('This includes 1 investment totaling $900.')).toBeVisible()
  await expect.element(dialog.getByText('Commitments will not be changed: 1 investment totaling $300.')).toBeVisible()
  await dialog.getByLabelText('Actual IRR').fill('12.5')
  await dialog.getByRole('button', { name: 'Exit project' }).click()
  await expect.element(page.getByText('Project exited')).toBeVisible()
  expect(store.outbox()).toHaveLength(1)
  const { ops, shown = [] } = store.outbox()[0]!
  expect(ops).toMatchObject([{ op: 'act', verb: 'exit', id: project.id, fields: { actualIRR: '12.50' } }])
  expect(shown.map(({ id }) => id).toSorted()).toEqual([paid.id, project.id].toSorted())
  expect(store.table('projects').get(project.id)).toMatchObject({ status: 'EXITED', actualIRR: '12.50' })
  expect(store.table('investments').get(paid.id)?.status).toBe('EXITED')
  expect(store.table('investments').get(promised.id)?.status).toBe('COMMITTED')
})

test('an exit leaves an untouched IRR as it is, even when somebody has changed it meanwhile', async () => {
  const { store, project } = await setup({ actualIRR: '9' })
  await store.caughtUp()
  await open(store, project.id, 'exit')
  const dialog = page.getByRole('dialog', { name: 'Exit project' })
  await dialog.getByRole('button', { name: 'Exit project' }).click()
  await expect.element(page.getByText('Project exited')).toBeVisible()
  expect(store.outbox()[0]!.ops[0]).toMatchObject({ fields: {} })
  expect(store.table('projects').get(project.id)).toMatchObject({ status: 'EXITED', actualIRR: '9.00' })
})

test('an exit shows a preview of the distribution, and stores nothing of it', async () => {
  const { store, project, hold } = await setup()
  hold('1000000', 'FUNDED')
  await store.caughtUp()
  await open(store, project.id, 'exit')
  const dialog = page.getByRole('dialog', { name: 'Exit project' })
  await dialog.getByRole('button', { name: 'Distribution waterfall' }).click()
  const fact = (name: string) =>
    [...dialog.element().querySelectorAll('dt')].find((each) => each.textContent === name)?.nextElementSibling
      ?.textContent
  await dialog.getByLabelText('Proceeds').fill('1,500,000')
  await dialog.getByLabelText('Full years since capital was paid in').fill('2')
  await expect.poll(() => fact('To investors')).toBe('$1,400,000.00')
  expect([fact('Preferred return'), fact('Catch-up'), fact('To manager')]).toEqual([
    '$166,400.00',
    '$41,600.00',
    '$100,000.00',
  ])
  await dialog.getByLabelText('Carried interest').fill('100')
  await expect.poll(() => fact('To investors')).toBeUndefined()
  expect(store.outbox()).toEqual([])
})

test('the waterfall returns only what is paid in, for the years since the first call', async () => {
  const { store, project, hold } = await setup()
  const { id: investmentId, investorId } = hold('1000000', 'FUNDED', { investmentDate: '2000-01-15' })
  const call = { projectId: project.id, investorId, investmentId, type: 'CAPITAL_CALL' }
  store.put('cashFlows', { ...call, amount: '400000', date: new Date().toISOString().slice(0, 10) })
  await store.caughtUp()
  await open(store, project.id, 'exit')
  const dialog = page.getByRole('dialog', { name: 'Exit project' })
  await dialog.getByRole('button', { name: 'Distribution waterfall' }).click()
  await expect.element(dialog.getByLabelText('Full years since capital was paid in')).toHaveValue('0')
  await dialog.getByLabelText('Proceeds').fill('500,000')
  const returned = dialog.getByRole('definition').filter({ hasText: '$400,000.00' })
  await expect.element(returned).toBeVisible()
})

test('an exited project offers no other exit', async () => {
  const { store, project } = await setup({ status: 'EXITED' })
  await open(store, project.id)
  await expect.element(details.getByRole('button', { name: 'Edit' })).toBeVisible()
  await details.getByRole('button', { name: 'Actions for Quay' }).click()
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Delete'])
})

test('an edit address without a project says what is missing', async () => {
  const { store } = await setup()
  await renderScreen(store, ProjectsScreen, { dialog: 'edit' })
  await expect.element(page.getByText('Project ID is required')).toBeVisible()
  expect(page.getByRole('dialog', { name: 'Edit project' }).elements()).toEqual([])
})
