import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { InvestorsScreen } from '#web/entities/investors/investors-screen.tsx'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { address, renderScreen, goOn } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'

const panel = page.getByRole('dialog', { name: 'Project details' })
const row = (name: string) => page.getByRole('button', { name, exact: true })
const current = () => document.querySelector('tr[aria-current]')?.querySelector('button')?.textContent

async function setup(initial: RecordSearch = {}, names = ['Arch', 'Barn', 'Cove']) {
  const store = await openTestStore()
  const ids = names.map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  await renderScreen(store, ProjectsScreen, { sort: 'name', ...initial })
  return { store, ids }
}

test('a record opens beside its list, which stays usable and highlights its row', async () => {
  const { ids } = await setup()
  await row('Barn').click()
  await expect.element(panel.getByRole('heading', { name: 'Barn' })).toBeVisible()
  expect(panel.element()).not.toHaveAttribute('aria-modal')
  expect(current()).toBe('Barn')
  const [list, panelRect] = [page.getByRole('table').first().element(), panel.element()].map((each) =>
    each.getBoundingClientRect(),
  )
  expect(list!.right).toBeLessThanOrEqual(panelRect!.left)
  await row('Cove').click()
  await expect.element(panel.getByRole('heading', { name: 'Cove' })).toBeVisible()
  expect([current(), address()]).toEqual(['Cove', { sort: 'name', dialog: 'details', record: ids[2] }])
})

test('the panel takes the focus when it opens, and Escape returns it to the current row', async () => {
  await setup()
  await row('Arch').click()
  await expect.element(panel.getByRole('heading', { name: 'Project details' })).toHaveFocus()
  await panel.getByRole('button', { name: 'Next record' }).click()
  await expect.element(panel.getByRole('heading', { name: 'Barn' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(row('Barn')).toHaveFocus()
  expect(address()).toEqual({ sort: 'name' })
})

test('Escape clears the search before it closes the panel', async () => {
  const { ids } = await setup()
  goOn({ dialog: 'details', record: ids[0]! })
  await expect.element(panel).toBeVisible()
  await page.getByRole('searchbox').fill('Arch')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).toBeVisible()
})

test('arrow buttons step through the records in list order and stop at both ends', async () => {
  const { ids } = await setup()
  await row('Barn').click()
  const [previous, next] = ['Previous record', 'Next record'].map((name) => panel.getByRole('button', { name }))
  await expect.element(panel.getByText('2 of 3')).toBeVisible()
  await previous!.click()
  await expect.element(panel.getByRole('heading', { name: 'Arch' })).toBeVisible()
  await expect.element(previous!).toHaveAttribute('aria-disabled', 'true')
  await previous!.click({ force: true })
  expect(address()).toMatchObject({ record: ids[0] })
  goOn({ sort: '-name' })
  await expect.element(panel.getByText('3 of 3')).toBeVisible()
  await expect.element(next!).toHaveAttribute('aria-disabled', 'true')
  await previous!.click()
  await expect.element(panel.getByRole('heading', { name: 'Barn' })).toBeVisible()
})

test('stepping keeps the tab, and an address opens the record with its tab', async () => {
  const { ids } = await setup()
  goOn({ dialog: 'details', record: ids[0]!, tab: 'history' })
  await expect.element(panel.getByRole('tab', { name: 'History', selected: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Next record' }).click()
  await expect.element(panel.getByRole('heading', { name: 'Barn' })).toBeVisible()
  await expect.element(panel.getByRole('tab', { name: 'History', selected: true })).toBeVisible()
  expect(address()).toEqual({ sort: 'name', dialog: 'details', record: ids[1], tab: 'history' })
})

test('an unknown tab in the address shows the record itself', async () => {
  const { ids } = await setup()
  goOn({ dialog: 'details', record: ids[0]!, tab: 'elsewhere' })
  await expect.element(panel.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible()
})

test('a long list scrolls to the row of the record in the address', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `Plot ${String(index).padStart(3, '0')}`)
  const { ids } = await setup({}, names)
  goOn({ dialog: 'details', record: ids[250]! })
  await expect.poll(current).toBe('Plot 250')
  await expect.element(row('Plot 250')).toBeInViewport()
})

test('in portrait the record fills the screen and has a Back button', async () => {
  const { ids } = await setup()
  await page.viewport(820, 1180)
  goOn({ dialog: 'details', record: ids[0]! })
  await expect.element(panel.getByRole('heading', { name: 'Arch' })).toBeVisible()
  await expect.element(panel).toHaveAttribute('aria-modal', 'true')
  expect(panel.element().getBoundingClientRect()).toMatchObject({ width: 820, height: 1180 })
  await panel.getByRole('button', { name: 'Next record' }).click()
  await expect.element(panel.getByRole('heading', { name: 'Barn' })).toBeVisible()
  await panel.getByRole('button', { name: 'Back' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(row('Barn')).toHaveFocus()
})

test('a form opened from a record is over it and leaves it open', async () => {
  const { ids } = await setup()
  await row('Arch').click()
  await expect.element(panel.getByRole('heading', { name: 'Arch' })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit project' })
  await form.getByLabelText('Location').fill('Safi')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(panel.getByText('Safi')).toBeVisible()
  expect(address()).toEqual({ sort: 'name', dialog: 'details', record: ids[0] })
})

async function openDeleted(daysAgo: number) {
  const store = await openTestStore()
  const { id } = store.put('projects', { name: 'Arch', type: 'COMMERCIAL' })
  const act = { action: 'delete', entityType: 'projects', entityId: id, title: 'Arch' }
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  store.put('activities', { ...act, at, userId: store.newId(), by: 'Elif Kaya' })
  store.drop('projects', id)
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: id })
  await expect.element(panel.getByText('Elif Kaya deleted this record', { exact: false })).toBeVisible()
  return { store, id }
}

test('a record deleted more than 30 days ago cannot be restored', async () => {
  await openDeleted(31)
  expect(panel.getByRole('button', { name: 'Restore' }).elements()).toEqual([])
})

test('a deleted record shows who deleted it, and staff can restore it', async () => {
  const { store, id } = await openDeleted(1)
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => store.outbox().map(({ ops }) => ops)).toMatchObject([[{ op: 'restore', id }]])
})

test('a restored record is not reported as deleted', async () => {
  const store = await openTestStore()
  const id = store.newId()
  for (const [action, hour] of [
    ['delete', '10'],
    ['restore', '11'],
  ])
    store.put('activities', {
      action: action!,
      entityType: 'projects',
      entityId: id,
      at: `2026-11-01T${hour}:00:00.000Z`,
    })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: id })
  await expect.element(panel.getByText('the link may be incorrect', { exact: false })).toBeVisible()
  expect(panel.getByRole('button', { name: 'Restore' }).elements()).toEqual([])
})

test('an investor sees that a record is missing, not that it was deleted', async () => {
  const store = await openTestStore({ ...someone, role: 'INVESTOR' })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: store.newId() })
  await expect.element(panel.getByText('you may not have access to it', { exact: false })).toBeVisible()
})

test('deleting the open record closes it, and Undo restores it with its related records, even offline', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const { id } = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  store.put('investments', { projectId: project.id, investorId: id, amount: '5' })
  store.server.fault(/changes/, { kind: 'drop' }, Infinity)
  await renderScreen(store, InvestorsScreen, { dialog: 'details', record: id })
  const details = page.getByRole('dialog', { name: 'Investor details' })
  await details.getByRole('button', { name: 'Actions for Elif' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete investor?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Investor deleted')).toBeVisible()
  await expect.element(details).not.toBeInTheDocument()
  expect([address(), store.table('investments').size]).toEqual([{}, 0])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(row('Elif')).toBeVisible()
  expect(store.table('investments').size).toBe(1)
})
