import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { conflictOf, entry } from '#web/test/conflicts.ts'
import { draw } from '#web/test/draw.tsx'
import { MemoryStore } from '#web/test/memory-store.ts'
import type { OutboxEntry } from '#web/store/contract.ts'
import { toast } from '#web/ui/toast.ts'
import { clearToasts } from '#web/ui/toasts.tsx'
import { SyncPill } from './sync-pill.tsx'
import { watchRefused } from './watch-refused.ts'
import { watchResent } from './watch-resent.ts'

beforeEach(clearToasts)

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

test('until every record is here the pill says how many are, also while another set comes beside the shown one', async () => {
  const store = new MemoryStore()
  store.setStatus({ complete: false })
  await draw(store, <SyncPill />)
  await expect.element(pill('Loading')).toBeVisible()
  store.setStatus({ progress: { have: 1200, total: 39_000 } })
  await expect.element(pill('Loading 1,200 of 39,000')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Loading', { exact: true })).toBeInTheDocument()
  store.setStatus({ complete: true })
  await expect.element(pill('Loading 1,200 of 39,000')).toBeVisible()
  store.setStatus({ waiting: 1 })
  await expect.element(pill('Syncing 1')).toBeVisible()
  store.setStatus({ progress: null, waiting: 0 })
  await expect.element(pill('Live')).toBeVisible()
  store.setStatus({ connection: 'offline', complete: false })
  await expect.element(pill('Offline')).toBeVisible()
})

test('GROW1 what only a newer version can send is told, and can be saved to a file', async () => {
  const store = new MemoryStore()
  store.setStatus({ unread: 1 })
  await draw(store, <SyncPill />)
  await pill('New version needed').click()
  const centre = page.getByRole('dialog', { name: 'Sync Centre' })
  await expect.element(centre.getByText(/^1 change was entered with a newer version of Holdfast\./)).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Save to a file' })).toBeVisible()
  await expect.element(centre.getByText('Everything you entered has reached the server.')).not.toBeInTheDocument()
})

test('BACK1 what waits for the recovery of the firm is told as saved, and why it waits', async () => {
  const store = new MemoryStore()
  store.setStatus({ recovering: true, waiting: 2 })
  await draw(store, <SyncPill />)
  await pill('Recovering, 2 changes saved').click()
  await expect.element(centre.getByText(/restored from a backup.*Nothing is lost/)).toBeVisible()
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

const locationOf = (id: string) => conflictOf(id, 'location', 'Safi', 'Fes', 'Rabat')

test('a conflict shows mine and theirs side by side, and each can be kept: theirs says whose it is, and since when', async () => {
  const { store, id } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Somebody else changed this in the meantime.')).toBeVisible()
  await expect.element(centre.getByRole('row', { name: 'Location Safi Fes Rabat' })).toBeVisible()
  const choice = centre.getByRole('group', { name: 'Location' })
  await choice.getByRole('button', { name: 'Keep Fes (yours)' }).click()
  await choice.getByRole('button', { name: /^Use Rabat \(Marek, .*2025.*\)$/ }).click()
  await expect
    .poll(() => store.calls.settled)
    .toEqual([
      ['change-1', [{ id, field: 'location', keep: 'mine' }]],
      ['change-1', [{ id, field: 'location', keep: 'theirs' }]],
    ])
  for (const button of choice.getByRole('button').elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('several fields that conflict are decided one by one, and what merges together at once', async () => {
  const store = new MemoryStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const target = {
    entity: 'projects',
    id,
    field: 'targetAmount',
    base: '1.00',
    yours: '400000.00',
    theirs: '375000.00',
  }
  const currency = { ...target, field: 'currency', base: 'USD', yours: 'USD', theirs: 'EUR' }
  const fields = { location: 'Fes', targetAmount: '400000.00' }
  store.entries.push(
    entry('change-1', {
      state: 'attention',
      ops: [{ op: 'update', entity: 'projects', id, fields, base: { location: 'Safi', targetAmount: '1.00' } }],
      verdict: {
        id: 'change-1',
        verdict: 'conflict',
        number: null,
        code: 'CONFLICT',
        conflicts: [locationOf(id), target, currency],
      },
    }),
  )
  store.setStatus({ attention: 1 })
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  const mine = centre.getByRole('button', { name: 'Keep Fes (yours)' })
  await mine.click()
  await expect.element(mine).toHaveAttribute('aria-pressed', 'true')
  expect(store.calls.settled).toEqual([])
  const amounts = centre.getByRole('group', { name: /Target.*, Currency/ })
  await amounts.getByRole('button', { name: /^Use .*375,000.*somebody else/ }).click()
  await expect
    .poll(() => store.calls.settled)
    .toEqual([
      [
        'change-1',
        [
          { id, field: 'location', keep: 'mine' },
          { id, field: 'targetAmount', keep: 'theirs' },
        ],
      ],
    ])
})

/** A change to a project that is deleted. */
function withGone(code: 'DELETED' | 'PARENT_GONE') {
  const store = new MemoryStore()
  const id = '01900000-0000-7000-8000-0000000000aa'
  const ops = [
    { op: 'update', entity: 'projects', id, fields: { location: 'Fes' }, base: { location: 'Safi' } },
  ] as const
  const verdict = { id: 'change-1', verdict: 'conflict', number: null, code } as const
  store.entries.push(entry('change-1', { state: 'attention', ops, verdict, names: { [id]: 'Old Quay' } }))
  store.setStatus({ attention: 1 })
  return { store, id, ops, verdict }
}

test('a change to a record that is deleted names it, and offers to bring it back, to make a new one, or to let go', async () => {
  const { store } = withGone('DELETED')
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Changed project: Old Quay')).toBeVisible()
  await expect.element(centre.getByText('This was deleted in the meantime.')).toBeVisible()
  await expect.element(centre.getByText('Safi → Fes')).toBeVisible()
  await centre.getByRole('button', { name: 'Bring it back with mine' }).click()
  await expect.poll(() => store.calls.broughtBack).toEqual(['change-1'])
  await centre.getByRole('button', { name: 'Create it again as a new record' }).click()
  await expect.poll(() => store.calls.madeNew).toEqual(['change-1'])
  await centre.getByRole('button', { name: 'Discard mine' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => store.calls.discarded).toEqual(['change-1'])
  expect(store.calls.retried).toEqual([])
})

test('what belonged to a deleted record is brought back with it, and not made anew', async () => {
  const { store } = withGone('PARENT_GONE')
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByRole('button', { name: 'Bring it back with mine' })).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Create it again as a new record' })).not.toBeInTheDocument()
})

test('a delete of what has changed is done anyway, or not at all', async () => {
  const { store, id, verdict } = withGone('DELETED')
  const ops = [{ op: 'delete', entity: 'projects', id, base: { location: 'Safi' } }] as const
  store.entries[0] = entry('change-1', {
    state: 'attention',
    ops,
    verdict: { ...verdict, code: 'DELETE_CHANGED', conflicts: [{ ...locationOf(id), yours: null }] },
    names: { [id]: 'Old Quay' },
  })
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Deleted project: Old Quay')).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Keep it' })).toBeVisible()
  await centre.getByRole('button', { name: 'Delete anyway' }).click()
  await expect.poll(() => store.calls.retried).toEqual(['change-1'])
})

test('how many changes were sent again after a restore is said until the person has seen it', async () => {
  const store = new MemoryStore()
  store.setStatus({ resent: 13 })
  await draw(store, <SyncPill />)
  await pill('Live').click()
  await expect.element(centre.getByText('13 changes of yours were sent again after a restore.')).toBeVisible()
  await centre.getByRole('button', { name: 'Got it' }).click()
  await expect.element(centre.getByText(/sent again after a restore/)).not.toBeInTheDocument()
  store.setStatus({ resent: 1 })
  await expect.element(centre.getByText('1 change of yours was sent again after a restore.')).toBeVisible()
})

test('HIST11 a notice says once that changes were sent again after a restore, and goes when the sync centre says it', async () => {
  const store = new MemoryStore()
  store.setStatus({ resent: 2, syncing: true })
  await draw(store, <SyncPill />)
  onTestFinished(watchResent(store))
  const told = (text: string) => page.getByRole('status').filter({ hasText: text })
  store.setStatus({ resent: 13, syncing: false })
  await expect.element(told('13 changes of yours were sent again after a restore.')).toBeVisible()
  await expect.element(told('2 changes of yours')).not.toBeInTheDocument()
  toast.notice('Back Online', 'Connection restored.')
  await page.getByRole('button', { name: 'Open Sync Centre' }).click()
  await expect.element(centre.getByText(/13 changes of yours/)).toBeVisible()
  await expect.element(told('13 changes of yours')).not.toBeInTheDocument()
  const again = vi.spyOn(toast, 'noticeAbout')
  onTestFinished(() => again.mockRestore())
  store.setStatus({ lastSync: 1 })
  expect(again).not.toHaveBeenCalled()
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

/** A project's change of two fields of which only the location conflicts. */
function withConflict() {
  const store = new MemoryStore()
  const { id } = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const fields = { location: 'Fes', description: 'Near the port' }
  store.entries.push(
    entry('change-1', {
      state: 'attention',
      ops: [{ op: 'update', entity: 'projects', id, fields, base: { location: 'Safi', description: null } }],
      verdict: { id: 'change-1', verdict: 'conflict', number: 7, code: 'CONFLICT', conflicts: [locationOf(id)] },
    }),
  )
  store.setStatus({ attention: 1 })
  return { store, id }
}

const centre = page.getByRole('dialog', { name: 'Sync Centre' })
const question = page.getByRole('dialog', { name: 'Discard this change?' })

test('a conflict says which fields of the change are saved already', async () => {
  const { store } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  const card = centre.getByRole('article')
  await expect.element(card.getByText('Also in this change, already saved:')).toBeVisible()
  await expect.element(card.getByText('empty → Near the port')).toBeVisible()
})

test('a conflict in a change of several rows says that none of it is saved', async () => {
  const { store, id } = withConflict()
  const { id: other } = store.put('projects', { name: 'Mole', type: 'COMMERCIAL' })
  const [first] = store.entries
  const second = { op: 'update', entity: 'projects', id: other, fields: { location: 'Asilah' }, base: { location: '' } }
  store.entries[0] = { ...first!, ops: [...first!.ops, second as OutboxEntry['ops'][number]] }
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
})

test('changes that went with a refused one are named before it is discarded', async () => {
  const { store, id } = withConflict()
  const [first] = store.entries
  const refused = { id: 'change-1', verdict: 'rejected', number: null, code: 'FORBIDDEN' } as const
  store.entries[0] = { ...first!, verdict: refused }
  const ops = [
    { op: 'update', entity: 'projects', id, fields: { location: 'Taza' }, base: { location: 'Fes' } },
  ] as const
  const verdict = { id: 'change-2', verdict: 'rejected', number: null, code: 'SUPERSEDED' } as const
  store.entries.unshift(entry('change-2', { state: 'attention', ops, verdict, because: 'change-1' }))
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await centre.getByRole('button', { name: 'Discard mine' }).click()
  await expect.element(question.getByText('Fes → Taza')).toBeVisible()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => store.calls.discarded).toEqual(['change-1'])
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

test('keeping mine says that it is on its way', async () => {
  const { store } = withConflict()
  await draw(store, <SyncPill />)
  await pill('Needs attention').click()
  await centre.getByRole('button', { name: 'Keep Fes (yours)' }).click()
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

const told = page.getByRole('alert').getByText('Changed project: Quay. Somebody else changed this in the meantime.')
const { verdict: conflict, ops: conflicting } = withConflict().store.entries[0]!
const come = (store: MemoryStore) =>
  store.refuse({ changeId: 'change-1', verdict: conflict!, ops: conflicting, names: { [conflicting[0]!.id]: 'Quay' } })

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
