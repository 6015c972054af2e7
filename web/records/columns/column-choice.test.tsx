import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { address, renderScreen } from '#web/test/render.tsx'
import { wipe } from '#web/store/wipe.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import { textsOf } from '#web/test/texts-of.ts'

async function setup(initial: RecordSearch = {}, identity = someone) {
  onTestFinished(() => localStorage.clear())
  const store = await openTestStore(identity)
  store.put('projects', { name: 'Quay', type: 'COMMERCIAL', targetAmount: '5' })
  await renderScreen(store, ProjectsScreen, initial)
}

const columns = () => textsOf(page.getByRole('columnheader'))
const toggle = async (name: string) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('checkbox', { name }).click()
  await panel.getByRole('button', { name: 'Done' }).click()
}
const allColumns = ['Name', 'Type', 'Status', 'Target amount', 'Raised amount', 'Expected IRR', 'Actions']

test('hiding a column removes it and its sum from the list', async () => {
  await setup()
  await expect.poll(columns).toEqual(allColumns)
  await toggle('Target amount')
  const fewerColumns = allColumns.filter((name) => name !== 'Target amount')
  await expect.poll(columns).toEqual(fewerColumns)
  await expect
    .element(page.getByRole('region', { name: 'List totals' }))
    .toHaveTextContent('Total of 1 projectRaised amount$0.00')
})

test('the choice of columns is stored per person', async () => {
  localStorage.setItem(`without-columns ${someone.id} projects`, 'type,status')
  await setup()
  await expect.poll(columns).toEqual(['Name', 'Target amount', 'Raised amount', 'Expected IRR', 'Actions'])
  await setup({}, { ...someone, id: '00000000-0000-7000-8000-000000000009' })
  await expect.poll(() => columns().slice(-7)).toEqual(allColumns)
})

test('the choice of columns survives a reload and signing out', async () => {
  await setup()
  await expect.poll(columns).toEqual(allColumns)
  await toggle('Target amount')
  await setup()
  await expect.poll(() => columns().slice(-6)).toEqual(allColumns.filter((name) => name !== 'Target amount'))
  await wipe({ idb: { indexedDB, IDBKeyRange }, locks: navigator.locks, timers: window, localStorage }, someone)
  await setup()
  await expect.poll(() => columns().slice(-6)).toEqual(allColumns.filter((name) => name !== 'Target amount'))
})

test('columns in the address override the person’s choice until they choose again', async () => {
  localStorage.setItem(`without-columns ${someone.id} projects`, 'type')
  await setup({ without: 'status' })
  await expect.poll(columns).toEqual(allColumns.filter((name) => name !== 'Status'))
  await toggle('Expected IRR')
  await expect.poll(address).toEqual({})
  await expect.poll(columns).toEqual(allColumns.filter((name) => name !== 'Status' && name !== 'Expected IRR'))
})
