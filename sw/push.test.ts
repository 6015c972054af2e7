import { expect, it, vi } from 'vitest'
import { openNotification, showPush } from './push.ts'

const message = {
  kind: 'CAPITAL_CALL',
  text: 'Capital call',
  lang: 'en',
  dir: 'ltr',
  url: '/investments',
  at: '2026-01-10T09:00:00.000Z',
  unread: 3,
} as const

function setupWindows(states: DocumentVisibilityState[]) {
  const windows = states.map((visibilityState) => ({
    visibilityState,
    focus: vi.fn<WindowClient['focus']>(),
    postMessage: vi.fn<(message: unknown) => void>(),
  }))
  const openWindow = vi.fn<Clients['openWindow']>()
  return { windows, openWindow, clients: { matchAll: async () => windows, openWindow } }
}

it('a push message is shown in its language, replaces the previous one of its kind and sets the badge', async () => {
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>()
  const setAppBadge = vi.fn<WorkerNavigator['setAppBadge']>(async () => {})
  await showPush({ showNotification }, { setAppBadge }, message)
  expect(showNotification).toHaveBeenCalledWith('Holdfast', {
    body: 'Capital call',
    lang: 'en',
    dir: 'ltr',
    tag: 'CAPITAL_CALL',
    data: `/investments#news=CAPITAL_CALL&at=${Date.parse('2026-01-10T09:00:00.000Z')}`,
    icon: '/icons/icon-192.png',
    vibrate: [100, 50, 100],
  })
  expect(setAppBadge).toHaveBeenCalledWith(3)
})

it('a click focuses the visible window and navigates it', async () => {
  const { windows, openWindow, clients } = setupWindows(['hidden', 'visible'])
  await openNotification(clients, 'https://app.test', '/investments?q=a#news=CAPITAL_CALL&at=1')
  expect(windows[1]!.focus).toHaveBeenCalledOnce()
  expect(windows[1]!.postMessage).toHaveBeenCalledWith({
    kind: 'open',
    path: '/investments?q=a#news=CAPITAL_CALL&at=1',
  })
  expect([windows[0]!.focus.mock.calls, openWindow.mock.calls]).toEqual([[], []])
})

it.each([
  ['/commissions', '/commissions'],
  ['https://elsewhere.test/x', '/'],
  ['//elsewhere.test/x', '/'],
  [undefined, '/'],
])('a click without an open window opens one at the app address: %s', async (data, path) => {
  const { openWindow, clients } = setupWindows([])
  await openNotification(clients, 'https://app.test', data)
  expect(openWindow.mock.calls).toEqual([[path]])
})
