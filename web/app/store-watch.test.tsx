import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { WorkerToPage } from '#schema/worker-messages.ts'
import { draw } from '#web/test/draw.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { clearToasts } from '#web/ui/overlay/toasts.tsx'
import { useKeptApp } from './kept-app.tsx'
import { StoreWatch } from './store-watch.tsx'

const tell = (data: WorkerToPage) => navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
const notice = (title: string) => page.getByRole('status').filter({ hasText: title })

beforeEach(clearToasts)

async function setup() {
  const store = await openTestStore()
  const drawn = await draw(store, <StoreWatch />)
  const [syncNow, networkChanged] = [vi.spyOn(store, 'syncNow'), vi.spyOn(store, 'networkChanged')]
  onTestFinished(() => useKeptApp.setState({ isFull: false }))
  return { ...drawn, store, calls: () => [syncNow.mock.calls.length, networkChanged.mock.calls.length] }
}

test('the store is told of the network and of the page’s end, until the person is gone', async () => {
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
  tell({ kind: 'sync' })
  expect(calls()).toEqual([2, 2])
})

test('the worker’s messages start a sync and say whether the app is kept', async () => {
  const { calls } = await setup()
  tell({ kind: 'sync' })
  expect(calls()).toEqual([1, 0])
  tell({ kind: 'app', kept: 'full' })
  expect(useKeptApp.getState().isFull).toBe(true)
  tell({ kind: 'app', kept: 'cut-off' })
  expect(useKeptApp.getState().isFull).toBe(false)
})

test('a connection that goes and comes back is told', async () => {
  const { store } = await setup()
  store.setStatus({ connection: 'online' })
  store.setStatus({ connection: 'offline' })
  await expect.element(notice('Offline Mode')).toBeVisible()
  store.setStatus({ connection: 'online' })
  await expect.element(notice('Back Online')).toBeVisible()
})
