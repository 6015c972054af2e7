import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { InvestorsScreen } from './investors-screen.tsx'

const notice = page.getByRole('button', { name: '1 possible duplicate' })
const list = page.getByRole('dialog', { name: 'Possible duplicates' })
const details = page.getByRole('dialog', { name: 'Investor details' })

async function setup(isOpened: boolean) {
  const store = await openTestStore()
  const ada = store.put('investors', { firstName: 'Ada', lastName: 'Byron', email: 'family@example.com' })
  const son = store.put('investors', { firstName: 'Ralph', lastName: 'King', email: 'family@example.com' })
  await renderScreen(store, InvestorsScreen, isOpened ? { dialog: 'details', record: ada.id } : {})
  return { store, ada, son }
}

test('offline a pair is marked as different investors, and Undo suggests it again', async () => {
  const { store, ada, son } = await setup(false)
  store.setStatus({ connection: 'offline' })
  await notice.click()
  await list.getByRole('button', { name: 'Mark as not a duplicate' }).click()
  await expect.element(list.getByRole('region', { name: 'Not duplicates' }).getByText('Ralph King')).toBeVisible()
  expect(list.getByRole('button', { name: 'Compare' }).elements()).toEqual([])
  expect(store.outbox()[0]!.ops).toMatchObject([
    { op: 'create', entity: 'notDuplicates', fields: { firstId: ada.id, secondId: son.id } },
  ])
  const toast = page.getByRole('status').filter({ hasText: 'Marked as not a duplicate' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.element(list.getByRole('button', { name: 'Compare' })).toBeVisible()
  expect([...store.table('notDuplicates').all()]).toEqual([])
})

test('the decision shows in the list and the details, where it can be undone at any time', async () => {
  const { store } = await setup(true)
  await details.getByRole('button', { name: 'Mark as not a duplicate' }).click()
  await expect.element(details.getByText('Not the same investor: Ralph King')).toBeVisible()
  await expect.poll(() => notice.elements()).toEqual([])
  expect(details.getByText('Possibly the same investor', { exact: false }).elements()).toEqual([])
  await details.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('Decision undone')).toBeVisible()
  await expect.element(details.getByText('Possibly the same investor', { exact: false })).toBeVisible()
  expect([...store.table('notDuplicates').all()]).toEqual([])
})

test('decisions of two people offline, in either order, are undone together', async () => {
  const { store, ada, son } = await setup(true)
  store.put('notDuplicates', { firstId: ada.id, secondId: son.id })
  store.put('notDuplicates', { firstId: son.id, secondId: ada.id })
  await details.getByRole('button', { name: 'Undo' }).first().click()
  await expect.element(details.getByText('Possibly the same investor', { exact: false })).toBeVisible()
  expect([...store.table('notDuplicates').all()]).toEqual([])
})
