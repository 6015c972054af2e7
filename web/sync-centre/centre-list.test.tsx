import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useStoragePersistence } from '#web/session/storage-persistence.ts'
import type { SyncStatus } from '#web/store/base/contract.ts'
import { conflicting } from '#web/test/conflicts.ts'
import { render } from '#web/test/render.tsx'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { discardChanges } from './changes/discard-changes.ts'
import { SyncCentre } from './sync-centre.tsx'

beforeEach(clearToasts)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const region = (name: string) => page.getByRole('region', { name, exact: true })
const cardsIn = (name: string) => region(name).getByRole('article').elements().length
async function discardIn(waiting: ReturnType<typeof region>) {
  await waiting.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
}
const problem = page.getByRole('alert').getByText('An error occurred')

async function setup(before?: (store: TestStore) => Promise<unknown>) {
  const store = await openTestStore()
  await before?.(store)
  await render(store, <SyncCentre />)
  return store
}

const createAll = async (store: TestStore, count: number) => {
  for (let n = 1; n <= count; n++) await store.create('projects', { name: `Pier ${n}`, type: 'COMMERCIAL' })
}

async function inConflict(store: TestStore) {
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  return conflicting(store, project, { location: ['Safi', 'Fes', 'Rabat'] })
}

test('when idle the centre shows that everything is synced, the last sync, and syncs when asked', async () => {
  const store = await setup()
  await expect.element(page.getByText('You have no unsent changes on this device.')).toBeVisible()
  expect(page.getByRole('article').elements()).toEqual([])
  expect(button('Save as a file').elements()).toEqual([])
  store.setStatus({ lastSync: null })
  await expect.element(page.getByText('Last sync: Not yet')).toBeVisible()
  store.setStatus({ lastSync: Date.parse('2025-06-30T12:00:00Z') })
  await expect.element(page.getByText(/^Last sync: .*2025/)).toBeVisible()
  const sync = vi.spyOn(store, 'syncNow')
  await button('Sync now').click()
  expect(sync).toHaveBeenCalledOnce()
})

test.each<[string, Partial<SyncStatus>, RegExp]>([
  ['offline', { connection: 'offline' }, /will be sent as soon as the connection allows/],
  ['on a slow connection', { connection: 'slow' }, /will be sent as soon as the connection allows/],
  ['signed out', { connection: 'signed-out' }, /will be sent after you sign in/],
  ['LIVE5 with a version that is too old', { connection: 'too-old' }, /is too old for the server/],
  ['LIVE3 on a full device', { full: true }, /^This device has run out of storage/],
  ['BACK1 while the firm recovers', { recovering: true }, /restored from a backup.*Nothing is lost/],
  ['HIST6 HIST18 in a new epoch', { unsteady: true }, /replaced several times within minutes.*Nothing is lost/],
  ['while the firm is suspended', { suspended: true }, /^Your firm’s account is suspended\. Your changes stay/],
  ['rate-limited', { throttled: true }, /^The server limits how much can be sent.*will be sent shortly/],
])('%s, the centre shows why changes wait and what happens next', async (_, status, words) => {
  const store = await setup((each) => createAll(each, 1))
  store.setStatus(status)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText('You have no unsent changes on this device.')).not.toBeInTheDocument()
  store.setStatus({
    connection: 'online',
    full: false,
    recovering: false,
    unsteady: false,
    suspended: false,
    throttled: false,
  })
  await expect.element(page.getByText(words)).not.toBeInTheDocument()
})

test('while nothing waits, a missing connection needs no explanation', async () => {
  const store = await setup()
  store.setStatus({ connection: 'offline' })
  await expect.element(page.getByText('You have no unsent changes on this device.')).toBeVisible()
  expect(page.getByText(/as soon as the connection allows/).elements()).toEqual([])
})

test('the first twenty waiting records are shown, and the rest on demand', async () => {
  await setup((store) => createAll(store, 22))
  await expect.element(page.getByRole('heading', { name: 'Unsent changes (22)' })).toBeVisible()
  expect(cardsIn('Unsent changes')).toBe(20)
  await button('Show all').click()
  await expect.poll(() => cardsIn('Unsent changes')).toBe(22)
  expect(button('Show all').elements()).toEqual([])
})

test('the newest three changes of a record are shown, and the rest on demand', async () => {
  await setup(async (store) => {
    const quay = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
    await store.caughtUp()
    let location: string | null = null
    for (const next of ['Meknes', 'Fes', 'Safi', 'Taza', 'Rabat']) {
      await store.update('projects', { ...quay, location }, { location: next })
      location = next
    }
  })
  const group = region('Quay')
  await expect.element(group.getByText('Taza → Rabat')).toBeVisible()
  const showAll = group.getByRole('button', { name: 'Show all' })
  expect([cardsIn('Quay'), group.getByText('empty → Meknes').elements()]).toEqual([3, []])
  await showAll.click()
  await expect.element(group.getByText('empty → Meknes')).toBeVisible()
  expect([cardsIn('Quay'), showAll.elements()]).toEqual([5, []])
})

test('sent changes are listed below as recently sent, without buttons and fields', async () => {
  await setup(async (store) => {
    await createAll(store, 1)
    await store.decided()
  })
  const sent = region('Recently sent')
  await expect.element(sent.getByText('Created project: Pier 1')).toBeVisible()
  expect([sent.getByRole('button').elements(), sent.getByText('Commercial').elements()]).toEqual([[], []])
})

test('the latest twenty sent changes stay visible, without an offer of more', async () => {
  await setup(async (store) => {
    await createAll(store, 22)
    await store.decided()
  })
  await expect.element(page.getByRole('heading', { name: 'Recently sent (20)' })).toBeVisible()
  expect([cardsIn('Recently sent'), button('Show all').elements()]).toEqual([20, []])
})

test('while a change waits for a connection, neither a recovery nor a limit is given as the reason', async () => {
  const store = await setup((each) => createAll(each, 1))
  store.setStatus({ connection: 'offline', recovering: true, throttled: true })
  await expect.element(page.getByText(/will be sent as soon as the connection allows/)).toBeVisible()
  store.setStatus({ connection: 'online', recovering: false })
  await expect.element(page.getByText(/^The server limits how much can be sent/)).toBeVisible()
  store.setStatus({ recovering: true })
  await expect.element(page.getByText(/restored from a backup/)).toBeVisible()
})

test('while the server is read-only, the centre shows it and when the change is sent again', async () => {
  const store = await setup((each) => createAll(each, 1))
  store.setStatus({ connection: 'online', retryAt: Date.parse('2025-06-30T12:05:00Z') })
  await expect.element(page.getByText(/cannot save your changes right now.*2025/)).toBeVisible()
  await expect.element(region('Unsent changes').getByRole('button', { name: /^Actions for/ })).toBeVisible()
})

test('SEND16 a change on which the server fails shows it and when it is sent again, and offers no discard', async () => {
  const store = await setup((each) => createAll(each, 1))
  const { id } = store.outbox()[0]!
  store.setStatus({ connection: 'online', parked: { [id]: Date.parse('2025-06-30T13:00:00Z') } })
  await expect.element(region('Unsent changes').getByText(/could not process this change.*2025/)).toBeVisible()
  expect(region('Unsent changes').getByRole('button').elements()).toEqual([])
  expect(region('Needs attention').elements()).toEqual([])
})

test('the centre warns while changes wait in a browser that may remove them', async () => {
  const store = await setup((each) => createAll(each, 1))
  onTestFinished(() => useStoragePersistence.setState({ isPersisted: null }))
  const warning = page.getByText(/browser may delete/)
  expect(warning.elements()).toEqual([])
  useStoragePersistence.setState({ isPersisted: false })
  await expect.element(warning).toBeVisible()
  useStoragePersistence.setState({ isPersisted: true })
  await expect.element(warning).not.toBeInTheDocument()
  useStoragePersistence.setState({ isPersisted: false })
  store.setStatus({ waiting: 0 })
  await expect.element(warning).not.toBeInTheDocument()
})

test('deleted records keep their names in every part of a card', async () => {
  const store = await openTestStore()
  const [quay, mole, pier, jetty] = ['Quay', 'Mole', 'Pier', 'Jetty'].map((name) =>
    store.put('projects', { name, type: 'COMMERCIAL' }),
  )
  const elif = store.put('investors', { firstName: 'Elif', lastName: 'Öztürk', email: 'elif@example.com' })
  const paper = store.put('documents', { name: 'Deed', projectId: quay!.id })
  await store.caughtUp()
  store.server.write(['documents', paper.id, { ...store.server.row('documents', paper.id), projectId: pier!.id }])
  await store.caughtUp()
  await store.update('documents', paper, { projectId: mole!.id, investorId: elif.id })
  await store.update('documents', { ...paper, projectId: mole!.id } as typeof paper, { projectId: jetty!.id })
  await store.decided()
  await store.create('documents', { name: 'Plan', projectId: mole!.id })
  for (const { id } of [quay!, mole!, jetty!]) store.drop('projects', id)
  store.drop('investors', elif.id)
  await render(store, <SyncCentre />)
  const card = region('Needs attention').getByRole('article')
  await expect.element(card.getByRole('row', { name: 'Project Quay Mole Pier' })).toBeVisible()
  await expect.element(card.getByText('empty → Elif Öztürk')).toBeVisible()
  await expect.element(card.getByText('Mole → Jetty')).toBeVisible()
  const waiting = region('Unsent changes')
  await expect.element(waiting.getByText('Mole', { exact: true })).toBeVisible()
  await discardIn(waiting)
  await expect.element(page.getByRole('dialog').getByText('Mole', { exact: true })).toBeVisible()
})

test('unsent changes can be saved to a file', async () => {
  await setup((store) => createAll(store, 1))
  await button('Save as a file').click()
  await expect.element(page.getByRole('dialog', { name: 'Save unsent changes as a file' })).toBeVisible()
})

test('a refused change shows why and can be retried; a retry that cannot be stored is reported', async () => {
  const store = await setup(async (each) => {
    each.server.forbids = () => true
    await createAll(each, 1)
    await each.decided()
  })
  await expect.element(region('Needs attention').getByText('You don’t have permission to do this.')).toBeVisible()
  vi.spyOn(store, 'retry').mockRejectedValueOnce(new Error('The disk is full'))
  await button('Retry my version').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(cardsIn('Needs attention')).toBe(1)
  store.server.forbids = () => false
  await button('Retry my version').click()
  await expect.element(page.getByText('Your change was saved again and will be sent')).toBeVisible()
  await store.decided()
  await expect.poll(() => cardsIn('Recently sent')).toBe(1)
})

test('a discard asks first, can be cancelled, and reports a storage error', async () => {
  const store = await setup((each) => createAll(each, 1))
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  const openDiscard = () => discardIn(region('Unsent changes'))
  await openDiscard()
  await expect.element(question.getByText('These changes will be discarded:')).toBeVisible()
  await expect.element(question.getByText('Created project: Pier 1')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(cardsIn('Unsent changes')).toBe(1)
  vi.spyOn(store, 'discard').mockRejectedValueOnce(new Error('The disk is full'))
  await openDiscard()
  await question.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect.element(problem).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  expect(store.outbox()).toHaveLength(1)
})

test('the question closes when the change is settled, and a settled change is not discarded', async () => {
  const store = await setup((each) => createAll(each, 1))
  const discard = vi.spyOn(store, 'discard')
  await discardIn(region('Unsent changes'))
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  await expect.element(question).toBeVisible()
  const { id } = store.outbox()[0]!
  await store.decided()
  await expect.element(question).not.toBeInTheDocument()
  await discardChanges(store, [id, 'unknown'])
  expect([discard.mock.calls, store.table('projects').size]).toEqual([[], 1])
})

test('keeping theirs is confirmed, and a choice that cannot be stored is reported', async () => {
  const store = await setup(inConflict)
  vi.spyOn(store, 'settle').mockRejectedValueOnce(new Error('The disk is full'))
  await button(/^Use Rabat/).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(cardsIn('Needs attention')).toBe(1)
  clearToasts()
  await button(/^Use Rabat/).click()
  await expect.element(page.getByText('Your version discarded')).toBeVisible()
  await expect.poll(() => [...store.table('projects').all()][0]?.location).toBe('Rabat')
})

test('theirs without a name or a time is labelled as someone else’s', async () => {
  await setup(async (store) => {
    const made = inConflict(store)
    store.server.writer = undefined
    await made
  })
  await expect.element(button('Use Rabat (another user)')).toBeVisible()
})
