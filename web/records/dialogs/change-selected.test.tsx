import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ChangeSelected } from './change-selected.tsx'
import { deletionOf } from './selected-change.tsx'

test('changes at most what one change holds, and names some of both', async () => {
  const store = await openTestStore()
  const rows = Array.from({ length: 57 }, (_, index) =>
    store.put('projects', { name: `Quay ${index + 1}`, type: 'COMMERCIAL' }),
  )
  const change = deletionOf(store, 'projects')
  await store.caughtUp()
  await render(
    store,
    <ChangeSelected entity="projects" rows={rows} change={change} onClose={() => {}} onDone={() => {}} />,
  )
  const question = page.getByRole('dialog', { name: 'Delete: 50 projects' })
  await expect.element(question.getByText('Left out: 7 projects')).toBeVisible()
  const lists = question
    .getByRole('list')
    .elements()
    .map((each) => each.children.length)
  expect(lists).toEqual([6, 6])
  await expect.element(question.getByText('Quay 5', { exact: true })).toBeVisible()
  await expect.element(question.getByText('+45')).toBeVisible()
  await expect.element(question.getByText('+2')).toBeVisible()
})

test('deletes no related record that arrived after the question', async () => {
  const store = await openTestStore()
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const listed = store.put('documents', { name: 'Passport', investorId: investor.id })
  await render(
    store,
    <ChangeSelected
      entity="investors"
      rows={[investor]}
      change={deletionOf(store, 'investors')}
      onClose={() => {}}
      onDone={() => {}}
    />,
  )
  const question = page.getByRole('dialog', { name: 'Delete: 1 investor' })
  await expect.element(question.getByText('1 document')).toBeVisible()
  store.put('documents', { name: 'Lease', investorId: investor.id })
  const commit = vi.spyOn(store, 'commit')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => commit.mock.calls[0]?.[0]).toMatchObject([{ counted: { documents: [listed.id] } }])
})
