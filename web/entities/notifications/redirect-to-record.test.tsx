import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type PushMessage, notificationAddress } from '#schema/app/push-message.ts'
import { renderApp } from '#web/test/render-app.tsx'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'

const at = '2026-03-04T12:00:00.000Z'
const message: PushMessage = { kind: 'PROJECT_SHOWN', text: 'News', lang: 'en', dir: 'ltr', url: '/', at, unread: 1 }
const address = notificationAddress(message)
const title = page.getByRole('main').getByRole('heading', { level: 1 })

function notify(store: TestStore, params: object, moments: { readonly createdAt: string; readonly updatedAt: string }) {
  const titleKey = 'notifications:titles.PROJECT_SHOWN'
  const fields = { userId: someone.id, kind: message.kind, titleKey, params, url: '/' }
  const { id, number: _, ...values } = store.put('notifications', fields)
  store.server.write(['notifications', id, { ...values, ...moments }])
}

async function setup() {
  const store = await openTestStore()
  const [older, clicked] = ['Older', 'Clicked'].map(
    (name) => store.put('projects', { name, type: 'COMMERCIAL' }).id,
  ) as [string, string]
  const earlier = '2026-03-04T11:00:00.000Z'
  notify(store, { entity: 'projects', id: older }, { createdAt: earlier, updatedAt: earlier })
  return { store, clicked }
}

test('a clicked notification leads to its record and is marked as read; Back does not return to the notification’s address', async () => {
  const { store, clicked } = await setup()
  notify(store, { entity: 'projects', id: clicked }, { createdAt: at, updatedAt: at })
  store.setStatus({ connection: 'offline' })
  const { router } = await renderApp(store, '/documents')
  await expect.element(title).toHaveTextContent('Documents')
  router.history.push(address)
  await expect.element(title).toHaveTextContent('Projects')
  expect(router.state.location).toMatchObject({ hash: '', search: { dialog: 'details', record: clicked } })
  await expect.poll(() => store.status.waiting).toBe(1)
  router.history.back()
  await expect.element(title).toHaveTextContent('Documents')
})

test('the screen waits for a notification that arrives after its push message, and shows no older one', async () => {
  const { store, clicked } = await setup()
  const { router } = await renderApp(store, address)
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  expect(router.state.location.hash).not.toBe('')
  notify(store, { entity: 'projects', id: clicked }, { createdAt: at, updatedAt: at })
  await store.caughtUp()
  await expect.poll(() => router.state.location.search).toMatchObject({ dialog: 'details', record: clicked })
})

test('a push message for several records leads to the server’s address', async () => {
  const { store } = await setup()
  notify(store, { count: 3 }, { createdAt: '2026-03-04T11:55:00.000Z', updatedAt: at })
  const { router } = await renderApp(store, address)
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/', hash: '', search: {} })
  await expect.poll(() => store.status.waiting).toBe(1)
})

test('if the notification does not arrive, the screen of its kind stays', async () => {
  const { store } = await setup()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { router } = await renderApp(store, address)
  await expect.element(title).toHaveTextContent('Portfolio Overview')
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/', hash: '' })
  expect(store.outbox()).toEqual([])
})

test.each(['news=NOTHING&at=1', 'news=PROJECT_SHOWN', 'news=PROJECT_SHOWN&at=soon', 'content'])(
  'an address that ends with #%s leads nowhere else',
  async (hash) => {
    const { store } = await setup()
    const { router } = await renderApp(store, `/projects#${hash}`)
    await expect.element(title).toHaveTextContent('Projects')
    expect(router.state.location.search).not.toHaveProperty('record')
  },
)
