import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { openTestStore } from '#web/test/test-store.ts'
import { titleViewOptions } from './title-view-options.ts'

test('records are sorted and found by name, ignoring case and accents', async () => {
  const store = await openTestStore()
  for (const [firstName, lastName] of [
    ['Ömer', 'Çelik'],
    ['ada', 'Berg'],
    ['Zoe', 'Ahn'],
  ])
    store.put('investors', { firstName, lastName, email: 'someone@example.com' })
  await store.caughtUp()
  const view = store.view('investors', titleViewOptions(store, 'investors'))
  const names = () => view.rows.slice(0, 9).map((row) => row.firstName)
  await expect.poll(() => view.ready && names()).toEqual(['ada', 'Ömer', 'Zoe'])
  view.update({ search: 'celik' })
  await expect.poll(names).toEqual(['Ömer'])
  view.close()
  await store.close()
})

test('records that are named after another record are sorted and found by its name', async () => {
  if (!i18next.isInitialized) await startI18n()
  const store = await openTestStore()
  const [quay, abbey] = ['Quay', 'Abbey'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const investor = store.put('investors', { firstName: 'Elif', email: 'elif@example.com' })
  const investments = [quay!, abbey!].map(({ id: projectId }) =>
    store.put('investments', { projectId, investorId: investor.id, amount: '5000' }),
  )
  const names = titleViewOptions(store, 'investments')
  const view = store.view('investments', names)
  await expect.poll(() => view.rows.slice(0, 2).map(({ id }) => id)).toEqual([investments[1]!.id, investments[0]!.id])
  view.update({ ...names, search: 'qua' })
  await expect.poll(() => view.rows.slice(0, 2).map(names.searchText)).toEqual(['Elif · Quay · $5,000'])
  view.close()
  await store.close()
})

test('all lists of an entity share one options object, and each entity has its own', async () => {
  const store = await openTestStore()
  expect(titleViewOptions(store, 'investors')).toBe(titleViewOptions(store, 'investors'))
  expect(titleViewOptions(store, 'projects')).not.toBe(titleViewOptions(store, 'investors'))
  await store.close()
})
