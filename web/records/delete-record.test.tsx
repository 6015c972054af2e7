import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AnyRow } from '#schema/entity.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { DeleteRecord } from './delete-record.tsx'

const dialog = page.getByRole('dialog', { name: 'Delete Investor' })
const listed = () =>
  dialog
    .getByRole('listitem')
    .elements()
    .map((each) => each.textContent)
    .toSorted()

async function setup() {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const person = (firstName: string) => store.put('investors', { firstName, email: 'someone@example.com' })
  const [investor, other] = [person('Elif'), person('Omar')]
  const invest = (of: AnyRow, amount: string) =>
    store.put('investments', { projectId: project.id, investorId: of.id, amount })
  const drawn = () => draw(store, <DeleteRecord entity="investors" row={investor} opened onDone={() => {}} />)
  return { store, investor, other, invest, drawn }
}

test('the rows that go with a record are counted by kind, without those of others', async () => {
  const { store, investor, other, invest, drawn } = await setup()
  const own = [invest(investor, '5'), invest(investor, '7')]
  invest(other, '9')
  const paper = store.put('documents', { name: 'Passport', investorId: investor.id })
  store.put('documents', { name: 'Minutes' })
  await drawn()
  await expect.poll(listed).toEqual(['1 document', '2 investments'])
  const remove = vi.spyOn(store, 'remove')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Investor deleted successfully')).toBeVisible()
  const counted = remove.mock.calls[0]![2]!
  expect(counted['investments']!.toSorted()).toEqual(own.map(({ id }) => id).toSorted())
  expect(counted['documents']).toEqual([paper.id])
  expect(store.table('investors').get(investor.id)).toBeUndefined()
  expect([...store.table('investments').all()]).toMatchObject([{ investorId: other.id }])
})

test('a record without associated rows has no list', async () => {
  const { drawn } = await setup()
  await drawn()
  await expect.element(dialog).toBeVisible()
  expect(listed()).toEqual([])
  expect(page.getByText('Deleted with it:').elements()).toEqual([])
})
