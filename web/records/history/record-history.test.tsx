import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProjectsScreen } from '#web/entities/projects/projects-screen.tsx'
import { renderScreen } from '#web/test/render.tsx'
import { openTestStore, someone } from '#web/test/test-store.ts'

test('the history of a record lists its activities with people, newest first, even offline', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const other = '00000000-0000-7000-8000-00000000000b'
  const recordActivity = (
    action: string,
    day: number,
    userId: string | null,
    by: string | null = null,
    entityId = project.id,
  ) =>
    store.put('activities', {
      at: new Date(Date.now() - (9 - day) * 86_400_000).toISOString(),
      userId,
      by,
      action,
      entityType: 'projects',
      entityId,
      title: 'Quay',
    })
  recordActivity('create', 1, other)
  recordActivity('update', 2, someone.id)
  recordActivity('update', 3, null)
  recordActivity('update', 4, other, 'Bo Lind')
  recordActivity('delete', 5, someone.id, null, store.newId())
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id, tab: 'history' })
  const history = page.getByRole('region', { name: 'History' })
  const items = history.getByRole('listitem')
  await expect
    .poll(() => items.elements().map((each) => each.firstChild?.textContent))
    .toEqual([
      'Bo Lind updated this record',
      'Record updated',
      'You updated this record',
      'Another user created this record',
    ])
})

test('while rows are missing on the device, an empty history shows that it is incomplete', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id, tab: 'history' })
  const history = page.getByRole('region', { name: 'History' })
  const emptyHint = history.getByText(/^No changes in the last/)
  await expect.element(emptyHint).toBeVisible()
  store.setStatus({ hasAllRows: false })
  await expect.element(history.getByRole('status')).toBeVisible()
  expect(emptyHint.elements()).toEqual([])
})

test('a history includes all activities of related records without details, and only deletions of those with details', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const contact = store.put('referrals', { name: 'Layla' })
  const agreement = store.put('referralCommissions', {
    projectId: project.id,
    referralId: contact.id,
    commissionPercentage: '1',
    frequency: 'MONTHLY',
  })
  const value = store.put('valuations', { projectId: project.id, nav: '5', valuationDate: '2026-03-01' })
  const document = store.put('documents', { projectId: project.id, name: 'Plan', type: 'FACT_SHEET' })
  const recordActivity = (
    entityType: string,
    entityId: string,
    title: string,
    daysAgo: number,
    overrides: object = {},
  ) =>
    store.put('activities', {
      at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      userId: '00000000-0000-7000-8000-00000000000b',
      by: 'Bo Lind',
      action: 'create',
      entityType,
      entityId,
      title,
      ...overrides,
    })
  const [deletedId, paper2, otherRecord, person] = [store.newId(), store.newId(), store.newId(), store.newId()]
  recordActivity('projects', project.id, 'Quay', 5)
  recordActivity('valuations', value.id, 'Quay', 4)
  recordActivity('referralCommissions', agreement.id, 'Layla', 3)
  recordActivity('documents', document.id, 'Plan', 2)
  recordActivity('cashFlows', deletedId, 'Quay', 1.9)
  recordActivity('cashFlows', deletedId, 'Quay', 1.8, { action: 'delete', belongedTo: [contact.id, project.id] })
  recordActivity('documents', paper2, 'Plan', 1.7, { action: 'delete', belongedTo: [project.id] })
  recordActivity('investors', person, 'Ines', 1.5, { action: 'update' })
  recordActivity('investors', person, 'Ines', 1.4, { action: 'delete', belongedTo: [project.id] })
  recordActivity('investors', person, 'Ines', 1.3, { action: 'restore' })
  recordActivity('cashFlows', otherRecord, 'Quay', 1.6, { action: 'delete', belongedTo: [store.newId()] })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id, tab: 'history' })
  const items = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect
    .poll(() => items.elements().map((each) => each.firstChild?.textContent))
    .toEqual([
      'Restored investor: Ines, along with the records that link it to this one · Bo Lind',
      'Deleted investor: Ines, along with the records that link it to this one · Bo Lind',
      'Deleted document: Plan · Bo Lind',
      'Deleted cash flow · Bo Lind',
      'Added cash flow · Bo Lind',
      'Added document: Plan · Bo Lind',
      'Added commission agreement: Layla · Bo Lind',
      'Added valuation · Bo Lind',
      'Bo Lind created this record',
    ])
})

test('the amount in a deleted investment’s title is formatted like other amounts', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  for (const title of ['Elif · Quay · 1000000.00 USD', 'Elif · Quay · 5.50 AED'])
    store.put('activities', {
      at: new Date().toISOString(),
      userId: someone.id,
      action: 'delete',
      entityType: 'investments',
      entityId: store.newId(),
      belongedTo: [project.id],
      title,
    })
  await renderScreen(store, ProjectsScreen, { dialog: 'details', record: project.id, tab: 'history' })
  const names = () => [...document.querySelectorAll('section li bdi')].map((each) => each.textContent)
  await expect.poll(names).toContain('Elif · Quay · $1,000,000')
  expect(names()).toContain('Elif · Quay · AED 5.50'.replace('AED ', 'AED\u00a0'))
})
