import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import type { LedgerEntry } from '#web/store/contract.ts'
import { toast } from '#web/ui/toast.ts'
import { SyncPill } from './sync-pill.tsx'
import { watchRefused } from './watch-refused.ts'

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
  store.setStatus({ connection: 'checking' })
  await expect.element(pill('Checking connection, 2 changes saved')).toBeVisible()
  store.setStatus({ waiting: 0 })
  await expect.element(pill('Checking connection')).toBeVisible()
  store.setStatus({ connection: 'slow' })
  await expect.element(pill('Slow connection')).toBeVisible()
  store.setStatus({ waiting: 1 })
  await expect.element(pill('Slow connection, 1 change saved')).toBeVisible()
  store.setStatus({ connection: 'online', attention: 1 })
  await expect.element(pill('Needs attention')).toBeVisible()
})

test('LIVE3 LIVE5 a full device and a version that is too old are neither live nor offline, and say what to do', async () => {
  const store = new MemoryStore()
  store.setStatus({ full: true })
  await draw(store, <SyncPill />)
  await pill('Device full').click()
  const explained = page.getByRole('dialog', { name: 'Sync Centre' })
  await expect.element(explained.getByText(/^This device has no room left/)).toBeVisible()
  store.setStatus({ full: false, connection: 'too-old', waiting: 1 })
  await expect.element(explained.getByText(/too old for the server/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(pill('New version needed')).toBeVisible()
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
    names: {},
  })
  store.setStatus({ attention: 1 })
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  const centre = page.getByRole('dialog', { name: 'Sync Centre' })
  await expect.element(centre.getByText('Somebody else changed this in the meantime.')).toBeVisible()
  await expect.element(centre.getByRole('row', { name: 'Location empty Fes Rabat' })).toBeVisible()
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

const entry = (id: string, more: Partial<LedgerEntry>): LedgerEntry => ({
  id,
  at: '2025-06-30T10:00:00.000Z',
  state: 'waiting',
  ops: [],
  verdict: null,
  names: {},
  ...more,
})

/** A project's change of two fields of which only the location conflicts. */
function withConflict() {
  const store = new MemoryStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const fields = { location: 'Fes', description: 'Near the port' }
  const location = { entity: 'projects', id, field: 'location', base: 'Safi', yours: 'Fes', theirs: 'Rabat' }
  store.entries.push(
    entry('change-1', {
      state: 'attention',
      ops: [{ op: 'update', entity: 'projects', id, fields, base: { location: 'Safi', description: null } }],
      verdict: { id: 'change-1', verdict: 'conflict', number: 7, code: 'CONFLICT', conflicts: [location] },
    }),
  )
  store.setStatus({ attention: 1 })
  return { store, id }
}

const centre = page.getByRole('dialog', { name: 'Sync Centre' })
const question = page.getByRole('dialog', { name: 'Discard this change?' })

test('a conflict says which fields of the change are saved already, and discarding names only the others', async () => {
  const { store } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  const card = centre.getByRole('article')
  await expect.element(card.getByText('Also in this change, already saved:')).toBeVisible()
  await expect.element(card.getByText('empty → Near the port')).toBeVisible()
  await card.getByRole('button', { name: 'Discard mine' }).click()
  await expect
    .poll(() => question.element().textContent)
    .toMatch(/thrown away:.*Location.*Safi → Fes.*already saved:.*Description.*empty → Near the port/)
})

test('a conflict in a change of several rows says that none of it is saved', async () => {
  const { store, id } = withConflict()
  const { id: other } = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const [first] = store.entries
  const second = { op: 'update', entity: 'projects', id: other, fields: { location: 'Asilah' }, base: { location: '' } }
  store.entries[0] = { ...first!, ops: [...first!.ops, second as LedgerEntry['ops'][number]] }
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Also in this change, not saved:')).toBeVisible()
  await expect.element(centre.getByText('empty → Asilah')).toBeVisible()
  expect(id).not.toBe(other)
})

test('changes that went with a conflicting one are told on its card, and named before it is discarded', async () => {
  const { store, id } = withConflict()
  const ops = [
    { op: 'update', entity: 'projects', id, fields: { location: 'Taza' }, base: { location: 'Fes' } },
  ] as const
  const verdict = { id: 'change-2', verdict: 'rejected', number: null, code: 'SUPERSEDED' } as const
  store.entries.unshift(entry('change-2', { state: 'attention', ops, verdict, because: 'change-1' }))
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.poll(() => centre.getByRole('article').elements().length).toBe(1)
  await expect.element(centre.getByText('Fes → Taza')).toBeVisible()
  await centre.getByRole('button', { name: 'Discard mine' }).click()
  await expect.element(question.getByText('Fes → Taza')).toBeVisible()
})

test('a comparison shows all three values at every width, stacked where it is narrow', async () => {
  const { store } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByRole('row', { name: 'Location Safi Fes Rabat' })).toBeVisible()
  const header = centre.getByRole('rowheader', { name: 'Location' })
  const sides = () => header.element().closest('tr')!.querySelectorAll('td')
  const tops = () => [...sides()].map((each) => Math.round(each.getBoundingClientRect().top))
  await expect.poll(() => new Set(tops()).size).toBe(1)
  await page.viewport(360, 740)
  await expect.poll(() => new Set(tops()).size).toBe(3)
  for (const side of sides()) expect(side.getBoundingClientRect().right).toBeLessThanOrEqual(360)
  expect([...sides()].map((each) => each.textContent)).toEqual(['Safi', 'Fes', 'Rabat'])
})

test('retrying says that it is on its way', async () => {
  const { store } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await centre.getByRole('button', { name: 'Retry with mine' }).click()
  await expect
    .element(page.getByRole('status').getByText('Your version is saved again and goes to the server.'))
    .toBeVisible()
})

test('waiting changes of one record stand together, newest first, and are discarded together after a question', async () => {
  const store = new MemoryStore()
  const [quay, mole] = ['Quay', 'Mole'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }).id)
  const move = (id: string, from: string, to: string) =>
    [{ op: 'update', entity: 'projects', id, fields: { location: to }, base: { location: from } }] as const
  store.entries.push(
    entry('c3', { ops: move(quay!, 'Fes', 'Safi') }),
    entry('c2', { ops: move(mole!, '', 'Taza') }),
    entry('c1', { ops: move(quay!, '', 'Fes') }),
  )
  store.setStatus({ connection: 'offline', waiting: 3 })
  await draw(store, <SyncPill />)
  await pill('Offline, 3 changes saved').click()
  const group = centre.getByRole('region', { name: 'Quay' })
  await expect.element(group.getByRole('heading', { name: 'Quay (2 changes)' })).toBeVisible()
  expect(group.element().textContent).toMatch(/Fes → Safi.*empty → Fes/)
  await group.getByRole('button', { name: 'Discard all changes of Quay' }).click()
  const ask = page.getByRole('dialog', { name: 'Discard these changes?' })
  await expect.element(ask.getByText('Fes → Safi')).toBeVisible()
  expect(store.calls.discarded).toEqual([])
  await ask.getByRole('button', { name: 'Discard all' }).click()
  await expect.poll(() => store.calls.discarded).toEqual(['c3', 'c1'])
})

const told = page.getByRole('alert').getByText('Somebody else changed this in the meantime.')
const { verdict: conflict } = withConflict().store.entries[0]!
const come = (store: MemoryStore) => store.refuse({ changeId: 'change-1', verdict: conflict!, ops: [], names: {} })

test('the toast of a change that came back opens the sync centre and makes room for it', async () => {
  const { store } = withConflict()
  const leave = watchRefused(store)
  onTestFinished(leave)
  await draw(store, <SyncPill />)
  come(store)
  await expect.element(told).toBeVisible()
  await page.getByRole('button', { name: 'Open Sync Centre' }).click()
  await expect.element(centre).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})

test('the toast of a change that came back goes when that change is settled', async () => {
  const { store } = withConflict()
  onTestFinished(watchRefused(store))
  await draw(store, <SyncPill />)
  come(store)
  await expect.element(told).toBeVisible()
  store.entries.length = 0
  store.setStatus({ attention: 0 })
  await expect.element(told).not.toBeInTheDocument()
})

test('while the sync centre is open, what comes back is not told twice, and other toasts stand beside it', async () => {
  const { store } = withConflict()
  onTestFinished(watchRefused(store))
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre).toBeVisible()
  const again = vi.spyOn(toast, 'errorAbout')
  onTestFinished(() => again.mockRestore())
  come(store)
  expect(again).not.toHaveBeenCalled()
  toast.success('Saved elsewhere')
  const other = page.getByText('Saved elsewhere')
  await expect.element(other).toBeVisible()
  const right = () => other.element().closest('[role=status]')!.getBoundingClientRect().right
  await expect.poll(right).toBeLessThanOrEqual(centre.element().getBoundingClientRect().left)
})
