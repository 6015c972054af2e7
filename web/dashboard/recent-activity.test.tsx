import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { RecentActivity } from './recent-activity.tsx'

test('lists the latest activities, newest first, after those that wait to be sent', async () => {
  const store = await openTestStore()
  const done = { action: 'create', entityType: 'projects', entityId: store.newId() }
  // A device lets go of what is older than 90 days.
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  store.put('activities', { ...done, at: daysAgo(2), title: 'Harbour' })
  store.put('activities', { ...done, at: daysAgo(1), entityType: 'valuations', title: null })
  await draw(store, <RecentActivity />)
  const items = page.getByRole('listitem')
  await expect.element(items.nth(1)).toBeVisible()
  expect(items.nth(1).element().textContent).toMatch(/^New project: Harbour/)
  expect(items.elements()).toHaveLength(2)
  await store.create('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await expect.element(items.nth(2)).toBeVisible()
  const first = items.nth(0).element()
  expect(first.textContent).toMatch(/^New project: Quay/)
  expect(first.querySelector('[aria-label="Waiting to be sent"]')).not.toBeNull()
  expect(items.elements()).toHaveLength(3)
  // What a person keeps for themselves never appears, waiting or not.
  expect((await store.create('userPreferences', { userId: store.identity.id })).ok).toBe(true)
  await store.create('projects', { name: 'Pier', type: 'COMMERCIAL' })
  await expect.element(page.getByText('Pier')).toBeVisible()
  expect(items.elements()).toHaveLength(4)
})

test('a fresh firm says that nothing was done yet', async () => {
  await draw(await openTestStore(), <RecentActivity />)
  await expect.element(page.getByText('Nothing yet')).toBeVisible()
})
