import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { WorkerToPage } from '#schema/app/worker-messages.ts'
import { render } from '#web/test/render.tsx'
import { holdPage } from '#web/test/page-leaves.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { openTestStore, type TestStore } from '#web/test/test-store.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useAppStorage } from './start/app-not-stored.tsx'
import { StoreWatch } from './store-watch.tsx'

const receive = (data: WorkerToPage) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
const notice = (title: string) => page.getByRole('status').filter({ hasText: title })

beforeEach(clearToasts)

async function setup() {
  const store = await openTestStore()
  const rendered = await render(store, <StoreWatch />)
  const [syncNow, networkChanged] = [vi.spyOn(store, 'syncNow'), vi.spyOn(store, 'networkChanged')]
  onTestFinished(() => useAppStorage.setState({ isFull: false }))
  return { ...rendered, store, calls: () => [syncNow.mock.calls.length, networkChanged.mock.calls.length] }
}

test('the store is notified of the network and the page’s end until the person signs out', async () => {
  const { calls, unmount } = await setup()
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('offline'))
  expect(calls()).toEqual([0, 2])
  dispatchEvent(new PageTransitionEvent('pagehide'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls()).toEqual([2, 2])
  await unmount()
  dispatchEvent(new Event('online'))
  dispatchEvent(new PageTransitionEvent('pagehide'))
  receive({ kind: 'sync' })
  expect(calls()).toEqual([2, 2])
})

test('the worker’s messages start a sync and report whether the app is stored', async () => {
  const { calls } = await setup()
  receive({ kind: 'sync' })
  expect(calls()).toEqual([1, 0])
  receive({ kind: 'app', kept: 'full' })
  expect(useAppStorage.getState().isFull).toBe(true)
  receive({ kind: 'app', kept: 'cut-off' })
  expect(useAppStorage.getState().isFull).toBe(false)
})

test('losing and regaining the connection shows a message', async () => {
  const { store } = await setup()
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  await expect.element(notice('Offline Mode').getByText('You can continue using cached data.')).toBeVisible()
  store.setStatus({ connection: 'online' })
  await expect.element(notice('Back Online').getByText('Connection restored. Syncing latest data...')).toBeVisible()
})

test('changes made without a connection are reported once they are sent', async () => {
  const { store } = await setup()
  const project = store.put('projects', { name: 'Quay', type: 'COMMERCIAL' })
  await store.caughtUp()
  store.setStatus({ connection: 'offline' })
  await store.update('projects', project, { name: 'Dock' })
  store.setStatus({ connection: 'online' })
  clearToasts()
  await store.decided()
  await expect.element(page.getByText(/^1 change sent at \d+:\d\d/)).toBeVisible()
})

test('a worker that controls the page is sent a hello and reports the connection', async () => {
  const helloMessages = vi.fn<(message: unknown) => void>()
  const controlled = vi.spyOn(navigator.serviceWorker, 'controller', 'get')
  controlled.mockReturnValue(fakeOf({ postMessage: helloMessages }))
  onTestFinished(() => void vi.restoreAllMocks())
  const { store } = await setup()
  expect(helloMessages.mock.calls).toEqual([[{ kind: 'hello' }]])
  const notice = vi.spyOn(toast, 'notice')
  const titles = () => notice.mock.calls.map(([title]) => title)
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  store.setStatus({ connection: 'online' })
  expect(titles()).toEqual([])
  receive({ kind: 'connection', online: false })
  receive({ kind: 'connection', online: false })
  expect(titles()).toEqual(['Offline Mode'])
  receive({ kind: 'connection', online: true })
  expect(titles()).toEqual(['Offline Mode', 'Back Online'])
})

function setupLoss(store: TestStore) {
  const redirects = holdPage()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    useUnsavedForms.setState({ count: 0 })
  })
  const expireSession = () => {
    store.setStatus({ connection: 'online', waiting: 0 })
    store.setStatus({ waiting: 1 })
    store.setStatus({ connection: 'signed-out' })
  }
  return { redirects, expireSession }
}

test('an expired session redirects an acting person to the sign-in, unless a form was opened meanwhile', async () => {
  const { store } = await setup()
  const { redirects, expireSession } = setupLoss(store)
  expireSession()
  useUnsavedForms.setState({ count: 1 })
  vi.advanceTimersByTime(500)
  expect(redirects).toEqual([])
  useUnsavedForms.setState({ count: 0 })
  expireSession()
  vi.advanceTimersByTime(499)
  expect(redirects).toEqual([])
  vi.advanceTimersByTime(1)
  expect(redirects).toEqual(['/api/login'])
  const alert = page.getByRole('alert').filter({ hasText: 'Unauthorized' })
  await expect.element(alert.getByText('You are logged out. Logging in again...', { exact: true })).toBeVisible()
})

test('a sign-in in another window prevents the redirect to the sign-in page', async () => {
  const { store, unmount } = await setup()
  const { redirects, expireSession } = setupLoss(store)
  expireSession()
  store.setStatus({ connection: 'online' })
  vi.advanceTimersByTime(500)
  expect(redirects).toEqual([])
  expireSession()
  await unmount()
  vi.advanceTimersByTime(500)
  expect(redirects).toEqual([])
})
