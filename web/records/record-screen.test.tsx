import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ReferralsScreen } from '#web/referrals/referrals-screen.tsx'
import { draw, nowhere, WithSearch } from '#web/test/draw.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import type { RecordSearch } from './record-search.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const draws = (store: TestStore, initial: RecordSearch) =>
  draw(
    store,
    <WithSearch initial={initial}>
      {(search, setSearch) => <ReferralsScreen search={search} setSearch={setSearch} go={nowhere} />}
    </WithSearch>,
  )

test('an address with a record that is not here yet shows the list, and opens the dialog when the record arrives', async () => {
  const store = await openTestStore()
  const id = store.newId()
  await draws(store, { dialog: 'edit', record: id })
  await expect.element(page.getByText('No referrals', { exact: true })).toBeVisible()
  // The code of a dialog comes only when one is drawn.
  await vi.dynamicImportSettled()
  expect(page.getByRole('dialog').elements()).toEqual([])
  store.put('referrals', { id, name: 'Omar' })
  await expect.element(dialog('Edit Referral').getByLabelText('Name')).toHaveValue('Omar')
})

test('the question whether to delete goes with the record when somebody else deletes it', async () => {
  const store = await openTestStore()
  const { id } = store.put('referrals', { name: 'Omar' })
  await draws(store, { dialog: 'delete', record: id })
  await expect.element(dialog('Delete Referral')).toBeVisible()
  store.drop('referrals', id)
  await expect.element(dialog('Delete Referral')).not.toBeInTheDocument()
  expect(store.outbox()).toEqual([])
})

test('a new record begins with what the list is limited to', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  await draws(store, { dialog: 'create', investorId: investor.id })
  const form = dialog('Add New Referral')
  await expect.element(form.getByRole('combobox', { name: 'Investor' })).toHaveValue('Elif')
  await form.getByLabelText('Name').fill('Omar')
  await form.getByRole('button', { name: 'Add Referral' }).click()
  await expect.poll(() => [...store.table('referrals').all()]).toMatchObject([{ investorId: investor.id }])
})
