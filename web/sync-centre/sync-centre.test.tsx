import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { changingDeletedRecord, conflicting, deletingWhatHasChanged, overwrite } from '#web/test/conflicts.ts'
import type { Row } from '#schema/registry.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { DeletedRecordActions } from './changes/deleted-record-actions.tsx'
import { SyncPill } from './sync-pill.tsx'
import { watchRefused } from './notices/watch-refused.ts'
import { watchResent } from './notices/watch-resent.ts'

beforeEach(clearToasts)

const pill = (state: string) => page.getByRole('button', { name: `Sync: ${state}` })

test('the pill shows the device’s sync state', async () => {
  const store = await openTestStore()
  await render(store, <SyncPill />)
  for (const [status, text] of [
    [{}, 'Live'],
    [{ waiting: 2 }, 'Syncing 2'],
    [{ connection: 'offline', waiting: 1 }, 'Offline, 1 change saved'],
    [{ waiting: 2 }, 'Offline, 2 changes saved'],
    [{ waiting: 0 }, 'Offline'],
    [{ connection: 'checking' }, 'Checking connection'],
    [{ waiting: 2 }, 'Checking connection, 2 changes saved'],
    [{ connection: 'slow' }, 'Slow connection, 2 changes saved'],
    [{ waiting: 0 }, 'Slow connection'],
    [{ connection: 'online', hasAllRows: false }, 'Loading'],
    [{ progress: { have: 1200, total: 39_000 } }, 'Loading 1,200 of 39,000'],
    [{ hasAllRows: true }, 'Loading 1,200 of 39,000'],
    [{ progress: null, recovering: true, waiting: 2 }, 'Recovering, 2 changes saved'],
    [{ recovering: false, throttled: true }, 'Sending later, 2 changes saved'],
    [{ throttled: false, unsteady: true }, 'Reloading shortly, 2 changes saved'],
    [{ waiting: 0 }, 'Reloading shortly'],
    [{ unsteady: false, full: true }, 'Device storage full'],
    [{ full: false, connection: 'too-old' }, 'Update required'],
    [{ connection: 'starting', syncing: false }, 'Connecting'],
    [{ connection: 'signed-out', waiting: 1 }, 'Signed out'],
    [{ connection: 'online', attention: 1 }, 'Needs attention'],
  ] as const) {
    store.setStatus(status)
    await expect.element(pill(text)).toBeVisible()
  }
})

test('the state is announced without the progress, and the pill says whether its centre is open', async () => {
  const store = await openTestStore()
  store.setStatus({ hasAllRows: false, progress: { have: 1200, total: 39_000 } })
  await render(store, <SyncPill />)
  await expect.element(page.getByRole('status').getByText('Loading', { exact: true })).toBeInTheDocument()
  store.setStatus({ hasAllRows: true, progress: null, connection: 'signed-out' })
  await expect.element(page.getByRole('status').getByText('Signed out', { exact: true })).toBeInTheDocument()
  await expect.element(pill('Signed out')).toHaveAttribute('aria-expanded', 'false')
  await pill('Signed out').click()
  await expect.element(centre).toBeVisible()
  expect(document.querySelector('[aria-haspopup=dialog]')?.getAttribute('aria-expanded')).toBe('true')
})

test('GROW1 changes that only a newer version can send are listed, and can be saved to a file', async () => {
  const store = await openTestStore()
  store.setStatus({ unread: 1 })
  await render(store, <SyncPill />)
  await pill('Update required').click()
  await expect.element(centre.getByText(/^1 change was entered with a newer version of Holdfast\./)).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Save as a file' })).toBeVisible()
  await expect.element(centre.getByText('You have no unsent changes on this device.')).not.toBeInTheDocument()
})

test('a conflict shows mine and theirs side by side, and each can be kept; theirs shows its author and time', async () => {
  const { store, id, changeId } = await withConflict()
  const settle = vi.spyOn(store, 'settle').mockResolvedValue({ ok: true, changeId: '', id: '' })
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Marek changed this record in the meantime.')).toBeVisible()
  await expect.element(centre.getByRole('row', { name: 'Location Safi Fes Rabat' })).toBeVisible()
  const choice = centre.getByRole('group', { name: 'Location' })
  await choice.getByRole('button', { name: 'Keep Fes (yours)' }).click()
  await choice.getByRole('button', { name: /^Use Rabat \(Marek, .*2025.*\)$/ }).click()
  await expect
    .poll(() => settle.mock.calls)
    .toEqual([
      [changeId, [{ id, field: 'location', keep: 'mine' }]],
      [changeId, [{ id, field: 'location', keep: 'theirs' }]],
    ])
  for (const button of choice.getByRole('button').elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('several fields in conflict are decided one by one, and fields that merge together as one', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const theirs = { targetAmount: '375000.00', currency: 'TRY' }
  const changeId = await conflicting(
    store,
    project,
    {
      location: ['Safi', 'Fes', 'Rabat'],
      targetAmount: ['1.00', '400000.00', theirs.targetAmount],
    },
    {},
    { currency: theirs.currency },
  )
  const settle = vi.spyOn(store, 'settle')
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  const mine = centre.getByRole('button', { name: 'Keep Fes (yours)' })
  await mine.click()
  await expect.element(mine).toHaveAttribute('aria-pressed', 'true')
  expect(settle).not.toHaveBeenCalled()
  const amounts = centre.getByRole('group', { name: /Target.*, Currency/ })
  await amounts.getByRole('button', { name: /^Use .*375,000.*Marek/ }).click()
  await expect
    .poll(() => settle.mock.calls)
    .toEqual([
      [
        changeId,
        [
          { id: project.id, field: 'location', keep: 'mine' },
          { id: project.id, field: 'targetAmount', keep: 'theirs' },
        ],
      ],
    ])
})

test('a change to a deleted record names it, and offers to restore it, to create a new one, or to discard', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Old Quay', type: 'COMMERCIAL' })
  const changeId = await changingDeletedRecord(store, project, { location: 'Safi' }, { location: 'Fes' })
  const done = { ok: true, changeId: '', id: '' } as const
  const bringBack = vi.spyOn(store, 'restoreAndApply').mockResolvedValue(done)
  const makeNew = vi.spyOn(store, 'recreate').mockResolvedValue(done)
  const [discard, retry] = [vi.spyOn(store, 'discard'), vi.spyOn(store, 'retry')]
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Updated project: Old Quay')).toBeVisible()
  await expect.element(centre.getByText('This record was deleted in the meantime.')).toBeVisible()
  await expect.element(centre.getByText('Safi → Fes')).toBeVisible()
  await centre.getByRole('button', { name: 'Restore with my changes' }).click()
  await expect.poll(() => bringBack.mock.calls).toEqual([[changeId]])
  await centre.getByRole('button', { name: 'Create as a new record' }).click()
  await expect.poll(() => makeNew.mock.calls).toEqual([[changeId]])
  await centre.getByRole('button', { name: 'Discard my version' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => discard.mock.calls).toEqual([[changeId]])
  expect(retry).not.toHaveBeenCalled()
})

test('a record that belonged to a deleted one is restored with it, not created again', async () => {
  const store = await openTestStore()
  const { id: projectId } = store.put('projects', { name: 'Old Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  await store.create('valuations', { projectId, nav: '7.00', valuationDate: '2025-06-30' })
  store.drop('projects', projectId)
  await store.decided()
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByRole('button', { name: 'Restore with my changes' })).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Create as a new record' })).not.toBeInTheDocument()
})

test('a record that can no longer be restored is offered only as a new record', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Old Quay', type: 'COMMERCIAL' })
  const changeId = await changingDeletedRecord(store, project, { location: 'Safi' }, { location: 'Fes' })
  const entry = store.outbox().find(({ id }) => id === changeId)!
  const verdict = { ...entry.verdict!, issues: { id: { key: 'purged' } } } as const
  await render(store, <DeletedRecordActions entry={{ ...entry, verdict }} />)
  await expect.element(page.getByRole('button', { name: 'Create as a new record' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Restore with my changes' }).elements()).toEqual([])
})

test('a delete of a record that has changed is done anyway or discarded', async () => {
  const store = await openTestStore()
  const project = store.put('projects', { name: 'Old Quay', type: 'COMMERCIAL' })
  const changeId = await deletingWhatHasChanged(store, project, { location: 'Safi' }, { location: 'Rabat' })
  const retry = vi.spyOn(store, 'retry')
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Deleted project: Old Quay')).toBeVisible()
  await expect.element(centre.getByRole('button', { name: 'Keep the record' })).toBeVisible()
  await centre.getByRole('button', { name: 'Delete anyway' }).click()
  await expect.poll(() => retry.mock.calls).toEqual([[changeId]])
})

test('the number of changes sent again after a restore is shown until confirmed', async () => {
  const store = await openTestStore()
  store.setStatus({ resent: 13 })
  store.acknowledgeResent = async () => store.setStatus({ resent: 0 })
  await render(store, <SyncPill />)
  await pill('Live').click()
  await expect.element(centre.getByText('13 of your changes were sent again after the restore.')).toBeVisible()
  await centre.getByRole('button', { name: 'Got it' }).click()
  await expect.element(centre.getByText(/sent again after the restore/)).not.toBeInTheDocument()
  store.setStatus({ resent: 1 })
  await expect.element(centre.getByText('1 of your changes was sent again after the restore.')).toBeVisible()
})

test('HIST11 a notice shows once that changes were sent again after a restore, until the sync centre opens', async () => {
  const store = await openTestStore()
  store.setStatus({ resent: 2, syncing: true })
  await render(store, <SyncPill />)
  onTestFinished(watchResent(store))
  const notice = (text: string) => page.getByRole('status').filter({ hasText: text })
  store.setStatus({ resent: 13, syncing: false })
  await expect.element(notice('13 of your changes were sent again after the restore.')).toBeVisible()
  await expect.element(notice('2 of your changes')).not.toBeInTheDocument()
  toast.notice('Back Online', 'Connection restored.')
  await page.getByRole('button', { name: 'Open sync center' }).click()
  await expect.element(centre.getByText(/13 of your changes/)).toBeVisible()
  await expect.element(notice('13 of your changes')).not.toBeInTheDocument()
  const again = vi.spyOn(toast, 'noticeAbout')
  onTestFinished(() => again.mockRestore())
  store.setStatus({ lastSync: 1 })
  expect(again).not.toHaveBeenCalled()
})

test('a waiting change is listed with its fields as the screens show them', async () => {
  const store = await openTestStore()
  await store.create('projects', { name: 'Cedar', type: 'VENTURE_CAPITAL', targetAmount: '1250000' })
  await render(store, <SyncPill />)
  await pill('Syncing 1').click()
  const card = page.getByRole('dialog', { name: 'Sync center' }).getByRole('article')
  await expect.element(card.getByText('Created project: Cedar')).toBeVisible()
  await expect.element(card.getByText('Venture capital')).toBeVisible()
  await expect.element(card.getByText('$1,250,000.00')).toBeVisible()
})

async function withConflict(before?: TestStore) {
  const store = before ?? (await openTestStore())
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  const sides = { location: ['Safi', 'Fes', 'Rabat'] } as const
  const changeId = await conflicting(store, project, sides, { description: 'Near the port' })
  return { store, id: project.id, changeId }
}

const centre = page.getByRole('dialog', { name: 'Sync center' })
const question = page.getByRole('dialog', { name: 'Discard this change?' })

test('a conflict shows which fields of the change are saved already', async () => {
  const { store } = await withConflict()
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  const card = centre.getByRole('article')
  await expect.element(card.getByText('Also in this change (saved):')).toBeVisible()
  await expect.element(card.getByText('empty → Near the port')).toBeVisible()
})

test('a conflict in a change of several rows shows that none of it is saved', async () => {
  const store = await openTestStore()
  const [quay, mole] = ['Quay', 'Mole'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  overwrite(store, quay!, { location: 'Rabat' })
  await store.commit([
    {
      op: 'update',
      entity: 'projects',
      seen: { ...quay!, location: 'Safi' } as Row<'projects'>,
      fields: { location: 'Fes' },
    },
    { op: 'update', entity: 'projects', seen: mole!, fields: { location: 'Asilah' } },
  ])
  await store.decided()
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre.getByText('Also in this change (not saved):')).toBeVisible()
  await expect.element(centre.getByText('empty → Asilah')).toBeVisible()
})

test('changes superseded with a conflicting one are listed on its card, and named before it is discarded', async () => {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  overwrite(store, quay, { location: 'Rabat' })
  await store.update('projects', { ...quay, location: 'Safi' }, { location: 'Fes' })
  await store.update('projects', { ...quay, location: 'Fes' }, { location: 'Taza' })
  await store.decided()
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.poll(() => centre.getByRole('article').elements().length).toBe(1)
  await expect.element(centre.getByText('Fes → Taza')).toBeVisible()
})

test('changes superseded with a refused one are named before it is discarded', async () => {
  const store = await openTestStore()
  const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  store.server.forbids = () => true
  const made = await store.update('projects', quay, { location: 'Fes' })
  await store.update('projects', { ...quay, location: 'Fes' }, { location: 'Taza' })
  await store.decided()
  const discard = vi.spyOn(store, 'discard')
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await centre.getByRole('button', { name: 'Discard my version' }).click()
  await expect.element(question.getByText('Fes → Taza')).toBeVisible()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => discard.mock.calls).toEqual([[made.ok && made.changeId]])
})

test('a comparison shows all three values at every width, stacked where it is narrow', async () => {
  const { store } = await withConflict()
  await render(store, <SyncPill />)
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

test('on a phone the labels of a decision wrap', async () => {
  const { store } = await withConflict()
  await render(store, <SyncPill />)
  await page.viewport(320, 740)
  await pill('Needs attention').click()
  const theirs = centre.getByRole('button', { name: /^Use Rabat/ })
  await expect.element(theirs).toBeVisible()
  const range = document.createRange()
  range.selectNodeContents(theirs.element())
  await expect.poll(() => new Set([...range.getClientRects()].map(({ top }) => top)).size).toBeGreaterThan(1)
  const cut = [...theirs.element().querySelectorAll('span')].filter((each) => each.scrollHeight > each.clientHeight + 1)
  expect(cut.filter((each) => getComputedStyle(each).overflow === 'hidden')).toEqual([])
})

test('after keeping mine the card shows that it is being sent', async () => {
  const { store } = await withConflict()
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await centre.getByRole('button', { name: 'Keep Fes (yours)' }).click()
  await expect.element(page.getByRole('status').getByText('Your change was saved again and will be sent')).toBeVisible()
})

test('waiting changes of a record are grouped, newest first, and discarded together after a question', async () => {
  const store = await openTestStore()
  const [quay, mole] = ['Quay', 'Mole'].map((name) => store.put('projects', { name, type: 'COMMERCIAL' }))
  const move = (project: Row<'projects'>, from: string | null, to: string) =>
    store.update('projects', { ...project, location: from }, { location: to })
  const first = await move(quay!, null, 'Fes')
  await move(mole!, null, 'Taza')
  const third = await move(quay!, 'Fes', 'Safi')
  store.setStatus({ connection: 'offline' })
  const discard = vi.spyOn(store, 'discard')
  await render(store, <SyncPill />)
  await pill('Offline, 3 changes saved').click()
  const group = centre.getByRole('region', { name: 'Quay' })
  await expect.element(group.getByRole('heading', { name: 'Quay (2 changes)' })).toBeVisible()
  expect(group.element().textContent).toMatch(/Fes → Safi.*empty → Fes/)
  await group.getByRole('button', { name: 'Actions for Quay' }).first().click()
  await page.getByRole('menuitem', { name: 'Discard unsent changes to Quay' }).click()
  const prompt = page.getByRole('dialog', { name: 'Discard these changes?' })
  await expect.element(prompt.getByText('Fes → Safi')).toBeVisible()
  expect(discard).not.toHaveBeenCalled()
  await prompt.getByRole('button', { name: 'Discard all' }).click()
  const both = [third, first].map((made) => [made.ok && made.changeId])
  await expect.poll(() => discard.mock.calls).toEqual(both)
  await expect.poll(() => store.outbox().filter(({ state }) => state === 'waiting')).toHaveLength(1)
})

const refusedToast = page
  .getByRole('alert')
  .getByText('Updated project: Quay. Marek changed this record in the meantime.')
test('the toast of a returned change opens the sync centre and disappears', async () => {
  const store = await openTestStore()
  onTestFinished(watchRefused(store))
  await render(store, <SyncPill />)
  await withConflict(store)
  await expect.element(refusedToast).toBeVisible()
  await page.getByRole('button', { name: 'Open sync center' }).click()
  await expect.element(centre).toBeVisible()
  await expect.element(refusedToast).not.toBeInTheDocument()
})

test('the toast of a returned change disappears when that change is settled', async () => {
  const store = await openTestStore()
  onTestFinished(watchRefused(store))
  await render(store, <SyncPill />)
  const { changeId } = await withConflict(store)
  await expect.element(refusedToast).toBeVisible()
  await store.discard(changeId!)
  await expect.element(refusedToast).not.toBeInTheDocument()
})

test('while the sync centre is open, a returned change shows no toast, and other toasts do not cover it', async () => {
  const { store } = await withConflict()
  onTestFinished(watchRefused(store))
  await render(store, <SyncPill />)
  await pill('Needs attention').click()
  await expect.element(centre).toBeVisible()
  const again = vi.spyOn(toast, 'errorAbout')
  onTestFinished(() => again.mockRestore())
  await withConflict(store)
  await expect.poll(() => centre.getByRole('article').elements().length).toBe(2)
  expect(again).not.toHaveBeenCalled()
  toast.success('Saved elsewhere')
  const other = page.getByText('Saved elsewhere')
  await expect.element(other).toBeVisible()
  const right = () => other.element().closest('[role=status]')!.getBoundingClientRect().right
  await expect.poll(right).toBeLessThanOrEqual(centre.element().getBoundingClientRect().left)
})
