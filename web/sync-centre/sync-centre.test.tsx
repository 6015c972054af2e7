import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import { SyncPill } from './sync-pill.tsx'

const pill = (state: string) => page.getByRole('button', { name: `Sync: ${state}` })

test('the pill says how the device stands with the server', async () => {
  const store = new MemoryStore()
  await draw(store, <SyncPill />)
  await expect.element(pill('Live')).toBeVisible()
  store.setStatus({ waiting: 2 })
  await expect.element(pill('Syncing 2')).toBeVisible()
  store.setStatus({ connection: 'offline', waiting: 1 })
  await expect.element(pill('Offline, 1 change saved')).toBeVisible()
  store.setStatus({ waiting: 2 })
  await expect.element(pill('Offline, 2 changes saved')).toBeVisible()
  store.setStatus({ connection: 'online', attention: 1 })
  await expect.element(pill('Needs attention')).toBeVisible()
})

test('a conflict shows mine and theirs side by side, and retry keeps mine', async () => {
  const store = new MemoryStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const base = { entity: 'projects', id: project.id, field: 'location', base: null, yours: 'Fes', theirs: 'Rabat' }
  store.entries.push({
    id: 'change-1',
    at: '2025-06-30T10:00:00.000Z',
    state: 'attention',
    ops: [{ op: 'update', entity: 'projects', id: project.id, fields: { location: 'Fes' }, base: { location: null } }],
    verdict: { id: 'change-1', verdict: 'conflict', number: null, code: 'CONFLICT', conflicts: [base] },
  })
  store.setStatus({ attention: 1 })
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  const centre = page.getByRole('dialog', { name: 'Sync Centre' })
  await expect.element(centre.getByText('Somebody else changed this in the meantime.')).toBeVisible()
  await expect.element(centre.getByRole('row', { name: 'Location Fes Rabat' })).toBeVisible()
  await centre.getByRole('button', { name: 'Retry with mine' }).click()
  await expect.poll(() => store.calls.retried).toEqual(['change-1'])
  await centre.getByRole('button', { name: 'Discard mine' }).click()
  await page.getByRole('dialog', { name: 'Discard this change?' }).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => store.calls.discarded).toEqual(['change-1'])
})

test('a waiting change is listed with its fields as the screens show them', async () => {
  const store = new MemoryStore()
  await store.create('projects', { name: 'Cedar', type: 'VENTURE_CAPITAL', targetAmount: '1250000' })
  await draw(store, <SyncPill />)
  await pill('Syncing 1').click()
  const card = page.getByRole('dialog', { name: 'Sync Centre' }).getByRole('article')
  await expect.element(card.getByText('New project: Cedar')).toBeVisible()
  await expect.element(card.getByText('Venture Capital')).toBeVisible()
  await expect.element(card.getByText('$1,250,000.00')).toBeVisible()
})
