import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, goOn, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/record-search.ts'
import { ProjectsScreen } from './projects-screen.tsx'

async function setup(store: TestStore, initial: RecordSearch = {}) {
  await draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <ProjectsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )
  return store
}

function delayCreate(store: TestStore, until: Promise<void>) {
  const create = store.create.bind(store)
  store.create = async (...given) => until.then(() => create(...given))
}

const createButton = () => page.getByRole('button', { name: 'Create Project' })
const dialog = () => page.getByRole('dialog', { name: 'Create New Project' })
const submit = () => dialog().getByRole('button', { name: 'Create Project' })

test('the table has the columns of the product', async () => {
  const store = await openTestStore()
  const quay = { name: 'Quay', type: 'COMMERCIAL', targetAmount: '2500000000.00', expectedIRR: '12.50' }
  store.put('projects', { ...quay, raisedAmount: '250000.00' })
  await setup(store)
  const headers = page.getByRole('columnheader')
  await expect
    .poll(() => headers.elements().map((each) => each.textContent))
    .toEqual(['Name', 'Type', 'Status', 'Target Amount', 'Raised Amount', 'Expected IRR', 'Actions'])
  await expect.element(page.getByText('$2500.0M')).toBeVisible()
  await expect.element(page.getByText('$250K')).toBeVisible()
  await expect.element(page.getByText('12.5%')).toBeVisible()
})

test('a project without a name is not saved and says why', async () => {
  const store = await setup(await openTestStore(), { dialog: 'create' })
  await submit().click()
  await expect.element(dialog().getByText('Name is required', { exact: true })).toBeVisible()
  expect(store.table('projects').size).toBe(0)
})

test('a double press saves the words of the form once, and the row says that it waits', async () => {
  const store = await openTestStore()
  const { promise, resolve } = Promise.withResolvers<void>()
  delayCreate(store, promise)
  await setup(store)
  await createButton().click()
  await dialog().getByLabelText('Name').fill('  Cedar  Farms ')
  await dialog().getByLabelText('Target Amount').fill('1,250,000.50')
  await userEvent.keyboard('{Enter}{Enter}')
  resolve()
  await expect.element(page.getByText('Project created successfully')).toBeVisible()
  await expect.element(page.getByRole('table').getByText('Waiting to be sent')).toBeVisible()
  const projects = [...store.table('projects').all()]
  expect(projects).toMatchObject([
    { name: '  Cedar  Farms ', targetAmount: '1250000.50', expectedIRR: null, status: 'FUNDED' },
  ])
})

const question = () => page.getByRole('dialog', { name: 'Discard what you entered?' })

test('Escape saves nothing and asks before words are lost, and the next form is empty', async () => {
  const store = await setup(await openTestStore())
  await createButton().click()
  await dialog().getByLabelText('Name').fill('Half a thought')
  await userEvent.keyboard('{Escape}')
  await question().getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Half a thought')
  await userEvent.keyboard('{Escape}')
  await question().getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await createButton().click()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('')
  expect(store.table('projects').size).toBe(0)
})

test('an untouched form closes at once', async () => {
  await setup(await openTestStore())
  await createButton().click()
  await expect.element(dialog().getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(question()).not.toBeInTheDocument()
})

test('Cancel asks about unsaved words like Escape, and Escape at that question keeps them', async () => {
  await setup(await openTestStore())
  await createButton().click()
  await dialog().getByLabelText('Name').fill('Kept')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Kept')
})

test('a press beside a form does not close it', async () => {
  await setup(await openTestStore())
  await createButton().click()
  await expect.element(dialog()).toBeVisible()
  await userEvent.click(document.body, { position: { x: 8, y: 8 }, force: true })
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
})

const wouldUnload = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the tab is held while a form has unsaved words', async () => {
  await setup(await openTestStore())
  await createButton().click()
  await expect.element(dialog().getByLabelText('Name')).toHaveFocus()
  expect(wouldUnload()).toBe(true)
  await dialog().getByLabelText('Name').fill('Not saved yet')
  expect(wouldUnload()).toBe(false)
  await submit().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(wouldUnload()).toBe(true)
})

test('a local write that fails says so and keeps the words', async () => {
  const store = await openTestStore()
  vi.spyOn(store, 'create').mockRejectedValue(new Error('The disk is full'))
  await setup(store, { dialog: 'create' })
  await dialog().getByLabelText('Name').fill('Kept')
  await submit().click()
  await expect.element(page.getByRole('alert').getByText('The disk is full')).toBeVisible()
  await expect.element(dialog().getByLabelText('Name')).toHaveValue('Kept')
})

test('a slow local write shows the loading label', async () => {
  const store = await openTestStore()
  const { promise, resolve } = Promise.withResolvers<void>()
  delayCreate(store, promise)
  await setup(store, { dialog: 'create' })
  await dialog().getByLabelText('Name').fill('Slow')
  await submit().click()
  await expect.element(dialog().getByRole('button', { name: 'Creating...' })).toBeVisible()
  resolve()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the ROI calculator appears once amount and IRR are there', async () => {
  await setup(await openTestStore(), { dialog: 'create' })
  await dialog().getByLabelText('Target Amount').fill('1000000')
  await expect.element(dialog().getByText('ROI Calculator')).not.toBeInTheDocument()
  await dialog().getByLabelText('Expected IRR').fill('12.5')
  await expect.element(dialog().getByText('$62,500.00')).toBeVisible()
  await expect.element(dialog().getByText('$1,062,500.00')).toBeVisible()
})

test('an edit sends only what differs, and a FUNDED project stays FUNDED', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Orchard', type: 'AGRICULTURE', description: ' as typed ' })
  const update = vi.spyOn(store, 'update')
  await setup(store, { dialog: 'edit', record: project.id })
  const edit = page.getByRole('dialog', { name: 'Edit Project' })
  await expect.element(edit.getByLabelText('Status')).toHaveValue('Active')
  await edit.getByLabelText('Name').fill('')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(edit.getByText('Project name is required')).toBeVisible()
  await edit.getByLabelText('Name').fill('Orchard')
  await edit.getByLabelText('Location').fill('Fes')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(page.getByText('Project updated successfully')).toBeVisible()
  expect(update.mock.calls[0]?.[2]).not.toHaveProperty('status')
  expect(store.outbox()[0]?.ops).toMatchObject([
    { op: 'update', fields: { location: 'Fes' }, base: { location: null } },
  ])
})

test('a form whose project is deleted keeps the words, says so and cannot save', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Orchard', type: 'AGRICULTURE' })
  const update = vi.spyOn(store, 'update')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await setup(store, { dialog: 'edit', record: project.id })
  const edit = page.getByRole('dialog', { name: 'Edit Project' })
  await edit.getByLabelText('Description').fill('An hour of writing')
  store.drop('projects', project.id)
  await store.caughtUp()
  await expect.element(edit.getByText('This was deleted in the meantime.')).toBeVisible()
  await expect.element(edit.getByLabelText('Description')).toHaveValue('An hour of writing')
  await expect.element(edit.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await edit.getByLabelText('Name').click()
  await userEvent.keyboard('{Enter}')
  expect(update).not.toHaveBeenCalled()
  await edit.getByRole('button', { name: 'Copy what you entered' }).click()
  await expect.element(page.getByText('What you entered was copied.')).toBeVisible()
  expect(copied.mock.calls[0]?.[0]).toContain('Name: Orchard\n')
  expect(copied.mock.calls[0]?.[0]).toContain('Description: An hour of writing')
})

test('the search finds by name and by location, and says when nothing matches', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL', location: 'İzmir' })
  store.put('projects', { name: 'Ridge', type: 'COMMERCIAL', location: 'Dubai' })
  await setup(store)
  await page.getByRole('searchbox').fill('izmir')
  await expect.element(page.getByRole('button', { name: 'Ridge' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Quay' })).toBeVisible()
  await page.getByRole('searchbox').fill('nowhere')
  await expect.element(page.getByText('No projects match your search criteria.')).toBeVisible()
})

test('a header sorts ascending, descending and not at all, and says which', async () => {
  const store = await openTestStore()
  for (const name of ['Beta', 'alpha', 'Gamma']) store.put('projects', { name, type: 'COMMERCIAL' })
  await setup(store)
  const header = page.getByRole('columnheader', { name: 'Name' })
  const names = () =>
    page
      .getByRole('row')
      .elements()
      .map((row) => row.querySelector('td button')?.textContent)
      .filter(Boolean)
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['alpha', 'Beta', 'Gamma'])
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['Gamma', 'Beta', 'alpha'])
  await header.getByRole('button').click()
  await expect.element(header).toHaveAttribute('aria-sort', 'none')
})

test('the filter shows only rows with unsent work', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Sent', type: 'COMMERCIAL' })
  await setup(store)
  await store.create('projects', { name: 'Unsent', type: 'COMMERCIAL' })
  await page.getByRole('button', { name: 'Not synced (1)' }).click()
  await expect.element(page.getByRole('button', { name: 'Unsent', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sent', exact: true })).not.toBeInTheDocument()
})

test('only the visible rows of ten thousand are drawn', async () => {
  const store = await openTestStore()
  for (let n = 0; n < 10_000; n++) store.put('projects', { name: `Project ${n}`, type: 'COMMERCIAL' })
  await setup(store)
  await expect.element(page.getByRole('button', { name: 'Project 1', exact: true })).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeLessThan(40)
  await expect.element(page.getByText('10,000 projects')).toBeVisible()
})

test('until the first set is complete an empty list says that its records are on the way', async () => {
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false, progress: { have: 1_200, total: 9_800 } })
  await setup(store)
  await expect.element(page.getByText("Bringing the firm's records to this device: 1,200 of 9,800.")).toBeVisible()
  store.setStatus({ hasAllRows: true, progress: null })
  await expect.element(page.getByText('No projects', { exact: true })).toBeVisible()
})

test('the switch that shows the project to investors stands before the ROI calculator', async () => {
  await setup(await openTestStore(), { dialog: 'create' })
  await dialog().getByLabelText('Target Amount').fill('$1 000 000')
  await dialog().getByLabelText('Expected IRR').fill('12.5%')
  await expect.element(dialog().getByText('$1,062,500.00')).toBeVisible()
  const asked = dialog().getByRole('switch').element()
  const shown = dialog().getByText('ROI Calculator').element()
  expect(asked.compareDocumentPosition(shown) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('fields are large enough for a finger', async () => {
  await setup(await openTestStore(), { dialog: 'create' })
  await expect.element(dialog().getByLabelText('Name')).toBeVisible()
  const inputs = [...document.querySelectorAll<HTMLElement>('input:not([type=hidden]):not([role=switch])')]
  expect(inputs.length).toBeGreaterThan(5)
  expect(inputs.filter((input) => input.offsetHeight < 44)).toEqual([])
})

test('rows are not counted before the first set has come', async () => {
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false, progress: null })
  await setup(store)
  await expect.element(page.getByText("Bringing the firm's records to this device.")).toBeVisible()
  await expect.element(page.getByText('0 projects')).not.toBeInTheDocument()
  store.setStatus({ hasAllRows: true, progress: null })
  await expect.element(page.getByText('0 projects')).toBeVisible()
})

test('the name of a row says what pressing it does', async () => {
  const store = await openTestStore()
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await setup(store)
  await expect
    .element(page.getByRole('button', { name: 'Quay', exact: true }))
    .toHaveAttribute('data-hint', 'View Details')
})

test('an address opens the exit of a project, but not of one that has exited', async () => {
  const store = await openTestStore()
  const gone = store.put('projects', { name: 'Quay', type: 'COMMERCIAL', status: 'EXITED' })
  const here = store.put('projects', { name: 'Pier', type: 'COMMERCIAL' })
  await setup(store, { dialog: 'exit', record: here.id })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  goOn({ dialog: 'exit', record: gone.id })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
