import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { render, nowhere } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { DeleteRecord } from './delete-record.tsx'
import { useTable } from '#web/records/data/use-table.ts'
import { textsOf } from '#web/test/texts-of.ts'

const dialog = page.getByRole('dialog', { name: 'Delete investor?' })
const listedItems = () => textsOf(dialog.getByRole('listitem')).toSorted()

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const person = (firstName: string) => store.put('investors', { firstName, email: 'someone@example.com' })
  const [investor, other] = [person('Elif'), person('Omar')]
  const invest = (investor: AnyRow, amount: string) =>
    store.put('investments', { projectId: project.id, investorId: investor.id, amount })
  const renderDialog = () =>
    render(store, <DeleteRecord entity="investors" row={investor} opened onClose={nowhere} onDeleted={nowhere} />)
  return { store, investor, other, invest, renderDialog }
}

test('the rows deleted with a record are counted by kind, without those of other records', async () => {
  const { store, investor, other, invest, renderDialog } = await setup()
  const ownInvestments = [invest(investor, '5'), invest(investor, '7')]
  invest(other, '9')
  const document = store.put('documents', { name: 'Passport', investorId: investor.id })
  store.put('documents', { name: 'Minutes' })
  await renderDialog()
  await expect.poll(listedItems).toEqual(['1 document', '2 investments · $12.00'])
  const remove = vi.spyOn(store, 'remove')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Investor deleted')).toBeVisible()
  const countedIds = remove.mock.calls[0]![2]!
  expect(countedIds['investments']!.toSorted()).toEqual(ownInvestments.map(({ id }) => id).toSorted())
  expect(countedIds['documents']).toEqual([document.id])
  // Entities without rows, too: a row added meanwhile must not be deleted silently.
  expect(countedIds['investorUsers']).toEqual([])
  expect(store.table('investors').get(investor.id)).toBeUndefined()
  expect([...store.table('investments').all()]).toMatchObject([{ investorId: other.id }])
})

test('amounts deleted with a record are summed exactly per currency', async () => {
  const { store, investor, invest, renderDialog } = await setup()
  const { projectId } = invest(investor, '1000000.10')
  invest(investor, '0.20')
  store.put('investments', { projectId, investorId: investor.id, amount: '250', currency: 'AED' })
  await renderDialog()
  await expect.poll(listedItems).toEqual(['3 investments · $1,000,000.30, AED\u00a0250.00'])
})

test('amounts paid in and paid out are not added', async () => {
  const { store, investor, invest, renderDialog } = await setup()
  const { projectId } = invest(investor, '5')
  const flow = (type: string, amount: string) =>
    store.put('cashFlows', { projectId, investorId: investor.id, type, amount, date: '2026-01-31' })
  flow('CAPITAL_CALL', '100')
  flow('CAPITAL_CALL', '20')
  flow('DIVIDEND', '3')
  await renderDialog()
  await expect.poll(listedItems).toEqual(['1 investment · $5.00', '3 cash flows · paid in $120.00 · paid out $3.00'])
})

test('a record without associated rows has no list', async () => {
  const { renderDialog } = await setup()
  await renderDialog()
  await expect.element(dialog).toBeVisible()
  expect(listedItems()).toEqual([])
  expect(page.getByText('Records that will also be deleted:').elements()).toEqual([])
})

test('a row that arrives while the confirmation is open is not deleted', async () => {
  const { store, investor, invest } = await setup()
  const ownInvestments = invest(investor, '5')
  function LiveDialog() {
    useTable('investments')
    return <DeleteRecord entity="investors" row={investor} opened onClose={nowhere} onDeleted={nowhere} />
  }
  await render(store, <LiveDialog />)
  await expect.poll(listedItems).toEqual(['1 investment · $5.00'])
  invest(investor, '7')
  await store.caughtUp()
  expect(listedItems()).toEqual(['1 investment · $5.00'])
  const remove = vi.spyOn(store, 'remove')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => remove.mock.calls.length).toBe(1)
  expect(remove.mock.calls[0]![2]).toMatchObject({ investments: [ownInvestments.id] })
})

test('if the device cannot store a deletion, an error is shown and the dialog stays open', async () => {
  const { store, investor, renderDialog } = await setup()
  vi.spyOn(store, 'remove').mockRejectedValueOnce(new Error('The disk is full'))
  await renderDialog()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alert').getByText('Failed to delete investor')).toBeVisible()
  await expect.element(dialog).toBeVisible()
  expect(store.table('investors').get(investor.id)).toBeDefined()
})
