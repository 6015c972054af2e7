import { IconUsers } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { InvestmentsScreen } from '#web/entities/investments/investments-screen.tsx'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { ReferralsScreen } from '#web/entities/referrals/referrals-screen.tsx'
import { address, render, renderScreen, goOn, nowhere, WithSearch } from '#web/test/render.tsx'
import { inEachLanguage } from '#web/test/in-each-language.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { recordScreen } from './record-screen.tsx'
import type { RecordSearch } from './names/record-search.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const renderReferrals = (store: TestStore, initial: RecordSearch, Screen = ReferralsScreen) =>
  renderScreen(store, Screen, initial)
const buttons = () =>
  page
    .getByRole('button')
    .elements()
    .map((each) => each.textContent || each.getAttribute('aria-label'))
const investor = { ...someone, role: 'INVESTOR' } as const

test('an address with a missing record shows a notice, and opens the dialog when the record arrives', async () => {
  const store = await openTestStore()
  const id = store.newId()
  await renderReferrals(store, { dialog: 'edit', record: id })
  await expect.element(page.getByText('No referrers', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Add the first referrer to get started.')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('Record not found')).toBeVisible()
  store.put('referrals', { id, name: 'Omar' })
  await expect.element(dialog('Edit referrer').getByLabelText('Name')).toHaveValue('Omar')
  expect(page.getByText('Record not found').elements()).toEqual([])
})

test.each([
  ['that its screen does not have', 'nonsense', false],
  ['of a record that its screen does not have', 'merge', true],
  ['of a record without the record', 'delete', false],
])('the address drops a dialog %s', async (_, named, hasRecord) => {
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar' })
  await renderReferrals(store, { q: 'om', dialog: named, ...(hasRecord && { record: id }) })
  await expect.poll(address).toEqual({ q: 'om' })
})

test('the address drops a dialog that the person may not use', async () => {
  const store = await openTestStore(investor)
  await renderReferrals(store, { q: 'quay', dialog: 'create' }, InvestmentsScreen)
  await expect.poll(address).toEqual({ q: 'quay' })
})

test('the create button is in an empty list, and above a list with records', async () => {
  const store = await openTestStore()
  await renderReferrals(store, {}, ProjectsScreen)
  const create = page.getByRole('button', { name: 'Create project' })
  await expect.element(create).toBeVisible()
  const emptyText = page.getByText('No projects', { exact: true }).element()
  expect(emptyText.parentElement!.contains(create.element())).toBe(true)
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await expect.element(page.getByRole('button', { name: 'Quay' })).toBeVisible()
  await expect.element(create).toBeVisible()
  expect(emptyText.isConnected).toBe(false)
})

test('an empty list offers creating only with the right to create', async () => {
  const store = await openTestStore(investor)
  await renderReferrals(store, {}, InvestmentsScreen)
  await expect.element(page.getByText('No investments', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Create investment' }).elements()).toEqual([])
})

test('the delete confirmation closes when somebody else deletes the record', async () => {
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar' })
  await renderReferrals(store, { dialog: 'delete', record: id })
  await expect.element(dialog('Delete referrer?')).toBeVisible()
  store.drop('referrals', id)
  await expect.element(dialog('Delete referrer?')).not.toBeInTheDocument()
  expect(store.outbox()).toEqual([])
})

test('a new record is prefilled with the filters of the list', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  await renderReferrals(store, { dialog: 'create', investorId: investor.id })
  const form = dialog('Add referrer')
  await expect.element(form.getByRole('combobox', { name: 'Investor' })).toHaveValue('Elif')
  await form.getByLabelText('Name').fill('Omar')
  await form.getByRole('button', { name: 'Add referrer' }).click()
  await expect.poll(() => [...store.table('referrals').all()]).toMatchObject([{ investorId: investor.id }])
})

test('an investor sees texts for readers and no actions that change a record', async () => {
  const store = await openTestStore(investor)
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await renderReferrals(store, {}, ProjectsScreen)
  await expect.element(page.getByRole('button', { name: 'Quay' })).toBeVisible()
  expect(buttons().filter((name) => /Create|Edit|Delete|Actions/.test(name ?? ''))).toEqual([])
  await page.getByRole('button', { name: 'Quay' }).click()
  await expect.element(dialog('Project details').getByRole('heading', { name: 'Quay' })).toBeVisible()
  expect(buttons().filter((name) => /Edit|Delete/.test(name ?? ''))).toEqual([])
})

test('in every language the controls of a list fit on one line on a phone', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await render(
    store,
    <div style={{ inlineSize: 328 }}>
      <WithSearch initial={{}}>
        {(search, setSearch) => <ProjectsScreen search={search} setSearch={setSearch} go={nowhere} />}
      </WithSearch>
    </div>,
  )
  await page.viewport(360, 740)
  await expect.element(page.getByText('Quay')).toBeVisible()
  const search = page.getByRole('searchbox').element()
  const toolbar = () => [...search.closest('header')!.querySelectorAll('button[data-tool]')]
  await inEachLanguage(async () => {
    await expect.poll(() => toolbar().length).toBe(5)
    for (const each of toolbar()) expect(each.querySelector('svg')).toBeVisible()
    expect(toolbar().filter((each) => each.textContent === '')).toEqual([])
    expect(new Set(toolbar().map((each) => each.getBoundingClientRect().top)).size).toBe(1)
  })
})

test('a name opens the details, and a form opens over them', async () => {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await renderReferrals(store, {}, ProjectsScreen)
  await expect.element(page.getByRole('button', { name: 'Quay', exact: true })).toBeVisible()
  expect(buttons().slice(-3)).toEqual(['Quay', 'View details', 'Edit'])
  await page.getByRole('button', { name: 'Quay', exact: true }).click()
  expect(address()).toEqual({ dialog: 'details', record: id })
  await expect.element(dialog('Project details').getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(dialog('Project details').getByText('View details').elements()).toEqual([])
  await dialog('Project details').getByRole('button', { name: 'Edit' }).click()
  await expect.element(dialog('Edit project').getByLabelText('Name')).toHaveValue('Quay')
  expect(address()).toEqual({ dialog: 'details', record: id, part: `projects edit ${id}` })
  await dialog('Edit project').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog('Edit project')).not.toBeInTheDocument()
  await expect.element(dialog('Project details').getByRole('heading', { name: 'Quay' })).toBeVisible()
  expect(address()).toEqual({ dialog: 'details', record: id })
})

test('details report a deletion by someone else, and the list updates its count', async () => {
  const store = await openTestStore()
  const [quay] = ['Quay', 'Pier'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  await renderReferrals(store, { dialog: 'details', record: quay!.id }, ProjectsScreen)
  await expect.element(dialog('Project details').getByRole('heading', { name: 'Quay' })).toBeVisible()
  store.drop('projects', quay!.id)
  await expect.element(dialog('Project details').getByText('Record not found')).toBeVisible()
  await expect.element(page.getByText('1 project', { exact: true })).toBeVisible()
  await dialog('Project details').getByRole('button', { name: 'Back to the list' }).click()
  await expect.element(dialog('Project details')).not.toBeInTheDocument()
  expect(address()).toEqual({})
})

test('a list of one record’s rows shows only those, and all after “Show all”', async () => {
  const store = await openTestStore()
  const people = ['Elif', 'Omar'].map((firstName) => store.put('investors', { firstName, email: 'e@example.com' }))
  const [quay, pier] = ['Quay', 'Pier'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  for (const [project, index] of [
    [quay, 0],
    [pier, 1],
  ] as const)
    store.put('investments', { projectId: project!.id, investorId: people[index]!.id, amount: '5' })
  await renderReferrals(store, { investorId: people[0]!.id, q: '' }, InvestmentsScreen)
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Quay', exact: true })).toBeVisible()
  expect(buttons()).not.toContain('Delete')
  goOn({ investorId: people[1]!.id })
  await expect.element(page.getByRole('button', { name: 'Pier', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Quay', exact: true }).elements()).toEqual([])
  goOn({ projectId: quay!.id })
  await expect.element(page.getByText('No investments match', { exact: false })).toBeVisible()
  goOn({ projectId: undefined })
  await page.getByRole('button', { name: 'Investments by Omar' }).click()
  await expect.element(page.getByText('2 investments')).toBeVisible()
  expect(address()).not.toHaveProperty('investorId')
})

test('the create button opens an empty form even if the address has a record', async () => {
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar' })
  await renderReferrals(store, { record: id })
  await page.getByRole('button', { name: 'Add referrer' }).click()
  await expect.element(dialog('Add referrer').getByLabelText('Name')).toHaveValue('')
  expect(address()).toEqual({ dialog: 'create' })
})

test('a reference that is chosen and cleared leaves the form unchanged', async () => {
  const store = await openTestStore()
  store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  await renderReferrals(store, { dialog: 'create' })
  const form = dialog('Add referrer')
  const field = form.getByRole('combobox', { name: 'Investor' })
  await field.fill('Elif')
  await page.getByRole('option', { name: 'Elif' }).click()
  await expect.element(field).toHaveValue('Elif')
  await field.fill('')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(page.getByRole('dialog').elements()).toEqual([])
})

test.each([
  ['INVESTOR', 'View your investment portfolio'],
  ['ADMIN', 'Track and manage every investment'],
] as const)('%s: the subtitle says whose records the list shows', async (role, subtitle) => {
  await renderReferrals(await openTestStore({ ...someone, role }), {}, InvestmentsScreen)
  await expect.element(page.getByText(subtitle, { exact: false })).toBeVisible()
})

test('a screen without custom details shows the facts of a record in their order and its history', async () => {
  const Plain = recordScreen({
    entity: 'referrals',
    icon: IconUsers,
    searchText:
      () =>
      ({ name }) =>
        name,
    facts: ['phone', 'email', 'investorId'],
    columns: { primary: {}, others: [] },
  })
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar', email: 'omar@example.com', phone: '+90 555 000 00 00' })
  await renderReferrals(store, { dialog: 'details', record: id }, Plain)
  const details = dialog('Referrer details')
  await expect.element(details.getByRole('heading', { name: 'Omar' })).toBeVisible()
  const facts = [...details.element().querySelectorAll('dl > div')].map((each) => each.textContent)
  expect(facts).toEqual(['Phone+90 555 000 00 00', 'Emailomar@example.com', 'Investor—'])
  await expect.element(details.getByRole('tab', { name: 'History' })).toBeVisible()
  expect(buttons().filter((name) => name === 'Edit' || name === 'Delete')).toEqual([])
})
