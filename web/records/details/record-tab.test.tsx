import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { address, render, WithSearch } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { valuations } from '#web/entities/projects/valuations.tsx'
import { textsOf } from '#web/test/texts-of.ts'

const { component: Tab } = valuations
const tab = page.getByRole('region', { name: 'Valuations' }).first()
const add = tab.getByRole('button', { name: 'Add valuation' })
const cellsIn = (row: Element) => [...row.querySelectorAll('[scope=row], td')].map((cell) => cell.textContent)
const rows = () =>
  tab
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => cellsIn(row).slice(0, 2))
const headers = () => textsOf(tab.getByRole('columnheader'))

async function setup(identity = someone) {
  const store = await openTestStore(identity)
  const [quay, pier] = ['Quay', 'Pier'].map((name) =>
    store.put('projects', { name, type: 'COMMERCIAL', currency: 'AED', isVisibleToInvestors: true }),
  )
  const addValuation = (projectId: string, valuationDate: string, nav: string, notes?: string) =>
    store.put('valuations', { projectId, valuationDate, nav, ...(notes && { notes }) })
  await render(
    store,
    <WithSearch initial={{ tab: 'valuations' }}>
      {(search, setSearch) => <Tab id={quay!.id} search={search} setSearch={setSearch} />}
    </WithSearch>,
  )
  return { store, quay: quay!, pier: pier!, addValuation }
}

test('the tab shows an empty text, or the count and the records, newest first', async () => {
  const { store, quay, pier, addValuation } = await setup()
  await expect.element(tab.getByText('No valuations')).toBeVisible()
  await expect.element(tab.getByText('0 valuations')).toBeVisible()
  expect(tab.getByRole('table').elements()).toEqual([])
  const first = addValuation(quay.id, '2025-01-31', '1250.5')
  addValuation(pier.id, '2025-06-30', '900')
  await expect.element(tab.getByText('1 valuation', { exact: true })).toBeVisible()
  addValuation(quay.id, '2025-05-31', '1300')
  addValuation(quay.id, '2024-12-31', '1200')
  await expect.poll(rows).toEqual([
    ['May 31, 2025', 'AED\u00a01,300.00'],
    ['Jan 31, 2025', 'AED\u00a01,250.50'],
    ['Dec 31, 2024', 'AED\u00a01,200.00'],
  ])
  await expect.element(tab.getByText('3 valuations')).toBeVisible()
  expect(tab.getByText('No valuations').elements()).toEqual([])
  store.drop('valuations', first.id)
  await expect.element(tab.getByText('2 valuations')).toBeVisible()
})

test('figures are aligned at the end, and editors get a column of actions', async () => {
  const { quay, addValuation } = await setup()
  addValuation(quay.id, '2025-01-31', '5', 'After the audit')
  await expect.poll(headers).toEqual(['Valuation date', 'Net asset value (NAV)', 'Notes', 'Actions'])
  const aligned = tab
    .getByRole('columnheader')
    .elements()
    .map((each) => (each as HTMLElement).dataset['align'])
  expect(aligned).toEqual([undefined, 'figure', undefined, 'end'])
  await expect.element(tab.getByText('After the audit')).toBeVisible()
})

test('a person who may only read sees the rows without actions', async () => {
  const { quay, addValuation } = await setup({ ...someone, role: 'INVESTOR' })
  addValuation(quay.id, '2025-01-31', '5')
  await expect.poll(rows).toEqual([['Jan 31, 2025', 'AED\u00a05.00']])
  expect(headers()).not.toContain('Actions')
  expect(page.getByRole('button').elements()).toEqual([])
})

test('a row added offline belongs to the record, has a badge and is sent later', async () => {
  const { store, quay, addValuation } = await setup()
  addValuation(quay.id, '2025-01-31', '5')
  await expect.poll(rows).toHaveLength(1)
  store.setStatus({ connection: 'offline' })
  await add.click()
  expect(address()).toEqual({ tab: 'valuations', part: 'valuations create' })
  const form = page.getByRole('dialog', { name: 'Add valuation' })
  await form.getByLabelText('Net asset value (NAV)').fill('7')
  await form.getByLabelText('Valuation date').fill('02/28/2025')
  await form.getByRole('button', { name: 'Add valuation' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(address()).toEqual({ tab: 'valuations' })
  await expect.poll(rows).toEqual([
    ['Feb 28, 2025Unsent changes', 'AED\u00a07.00'],
    ['Jan 31, 2025', 'AED\u00a05.00'],
  ])
  expect(store.outbox()[0]!.ops).toMatchObject([{ op: 'create', fields: { projectId: quay.id, nav: '7.00' } }])
  await store.decided()
  await expect.poll(() => rows()[0]).toEqual(['Feb 28, 2025', 'AED\u00a07.00'])
})

test('each row opens its own form and confirmation, which are in the address', async () => {
  const { quay, addValuation } = await setup()
  const [oldRow, newRow] = [addValuation(quay.id, '2025-01-31', '5'), addValuation(quay.id, '2025-05-31', '7')]
  await expect.poll(rows).toHaveLength(2)
  await tab.getByRole('row').nth(2).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit valuation' })
  await expect.element(edit.getByLabelText('Net asset value (NAV)')).toHaveValue('5.00')
  expect(address()).toEqual({ tab: 'valuations', part: `valuations edit ${oldRow.id}` })
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).not.toBeInTheDocument()
  await tab.getByRole('row').nth(1).getByRole('button', { name: 'Delete' }).click()
  await expect
    .element(page.getByText(/^The valuation of AED.7\.00 as of May 31, 2025 will be deleted\.$/))
    .toBeVisible()
  expect(address()).toEqual({ tab: 'valuations', part: `valuations delete ${newRow.id}` })
})
