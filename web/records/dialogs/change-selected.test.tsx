import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { ChangeSelected } from './change-selected.tsx'
import type { Command } from '#web/store/base/command.ts'
import { deletionOf, type SelectedChange } from './selected-change.tsx'

test('changes at most 50 records, and lists the first five changed and skipped ones', async () => {
  const store = await openTestStore()
  const rows = Array.from({ length: 57 }, (_, index) =>
    store.put('projects', { name: `Quay ${index + 1}`, type: 'COMMERCIAL' }),
  )
  const change = deletionOf(store, 'projects')
  await store.caughtUp()
  const onDone = vi.fn<(remaining: ReadonlySet<string>) => void>()
  await render(
    store,
    <ChangeSelected entity="projects" rows={rows} change={change} onClose={() => {}} onDone={onDone} />,
  )
  const question = page.getByRole('dialog', { name: 'Delete: 50 projects' })
  await expect.element(question.getByText('Skipped: 7 projects')).toBeVisible()
  const lists = question
    .getByRole('list')
    .elements()
    .map((each) => each.children.length)
  expect(lists).toEqual([6, 6])
  await expect.element(question.getByText('Quay 5', { exact: true })).toBeVisible()
  await expect.element(question.getByText('+45')).toBeVisible()
  await expect.element(question.getByText('+2')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => onDone.mock.calls).toEqual([[new Set(rows.slice(50).map(({ id }) => id))]])
})

test('names the record whose check refuses the change', async () => {
  const store = await openTestStore()
  const rows = ['Quay', 'Mill'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const change: SelectedChange = {
    ...deletionOf(store, 'projects'),
    commandOf: (seen) =>
      ({ op: 'update', entity: 'projects', seen, fields: { name: seen === rows[1] ? '' : 'Pier' } }) as Command,
  }
  await render(
    store,
    <ChangeSelected entity="projects" rows={rows} change={change} onClose={() => {}} onDone={() => {}} />,
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Mill: Project name is required')).toBeVisible()
  expect(store.outbox()).toEqual([])
})

test('names investments with investor, project and amount', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investment = store.put('investments', { projectId: project.id, investorId: investor.id, amount: '250' })
  await render(
    store,
    <ChangeSelected
      entity="investments"
      rows={[investment]}
      change={deletionOf(store, 'investments')}
      onClose={() => {}}
      onDone={() => {}}
    />,
  )
  await expect.element(page.getByRole('listitem').getByText('Elif · Quay · $250')).toBeVisible()
})

test('does not delete related records that arrive after the dialog opens', async () => {
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
