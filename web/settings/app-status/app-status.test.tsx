import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '#web/test/render.tsx'
import { openTestStore } from '#web/test/test-store.ts'
import { endPushFor, recordPushPerson } from '#web/session/push-subscription.ts'
import { clearToasts } from '#web/ui/overlay/toasts/toasts.tsx'
import { AppSection } from './app-section.tsx'
import { AppStatus } from './app-status.tsx'
import { useInstall, watchInstall } from './install.ts'
import { renewSubscription, useNotifications } from './notifications.ts'

const panel = page.getByRole('region', { name: 'App status' })
const button = (name: string) => panel.getByRole('button', { name })
const notice = (title: string) => page.getByRole('status').filter({ hasText: title })

watchInstall()

beforeEach(() => {
  clearToasts()
  localStorage.removeItem('install-later')
  localStorage.removeItem('push-of')
  useInstall.setState({ offer: null, isPostponed: false, isInstalled: false })
  useNotifications.setState({ permission: 'denied', isSubscribed: false })
})
afterEach(() => {
  vi.restoreAllMocks()
  unsubscribe.mockClear()
})

async function setup() {
  const store = await openTestStore()
  await render(store, <AppStatus />)
  return store
}

function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn<() => Promise<object>>(async () => ({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return { event, prompt }
}

function setupBrowser(permission: NotificationPermission | Error, subscribe: () => Promise<object>) {
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    if (permission instanceof Error) throw permission
    return permission
  })
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>(async () => {})
  const unsubscribed = vi.fn<() => Promise<object | null>>(async () => null)
  const registration = {
    showNotification,
    getNotifications: async () => [],
    pushManager: { subscribe, getSubscription: unsubscribed },
  }
  // Only the parts of a registration that the product uses.
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration as never)
  useNotifications.setState({ permission: 'default', isSubscribed: false })
  return { showNotification, unsubscribed }
}

const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true)
const endpoint = 'https://push.example.com/1'
const subscription = {
  endpoint,
  options: { applicationServerKey: new TextEncoder().encode('key').buffer },
  toJSON: () => ({ endpoint }),
  unsubscribe,
}
const ownKey = { key: 'a2V5' }

test('the connection is live once all rows are on the device, otherwise offline with cached data', async () => {
  const store = await setup()
  store.setStatus({ connection: 'online', hasAllRows: true, progress: null })
  await expect.element(panel).toHaveTextContent('ConnectedLive')
  store.setStatus({ connection: 'online', hasAllRows: false })
  await expect.element(panel).toHaveTextContent('ConnectedCached')
  store.setStatus({ hasAllRows: true, unsteady: true })
  await expect.element(panel).toHaveTextContent('ConnectedCached')
  store.setStatus({ connection: 'offline', hasAllRows: true })
  await expect.element(panel).toHaveTextContent('Offline ModeCached')
})

test('offers to install the app when the browser can, and installs it', async () => {
  await setup()
  expect(button('Install App').elements()).toEqual([])
  const { event, prompt } = offer('accepted')
  expect(event.defaultPrevented).toBe(true)
  await button('Install App').click()
  expect(prompt).toHaveBeenCalledOnce()
  await expect.element(button('Install App')).not.toBeInTheDocument()
  dispatchEvent(new Event('appinstalled'))
  await expect.element(notice('App Installed!')).toBeVisible()
  expect(useInstall.getState().isInstalled).toBe(true)
})

test('“Later” and a refusal in the browser are remembered', async () => {
  await setup()
  offer('dismissed')
  await button('Later').click()
  await expect.element(button('Install App')).not.toBeInTheDocument()
  expect(localStorage.getItem('install-later')).not.toBeNull()
  localStorage.removeItem('install-later')
  useInstall.setState({ isPostponed: false })
  offer('dismissed')
  await button('Install App').click()
  await expect.poll(() => useInstall.getState().isPostponed).toBe(true)
})

test('enabling notifications subscribes, confirms, and sends a welcome two seconds later', async () => {
  const store = await setup()
  const requestSpy = vi.spyOn(store.online, 'request').mockResolvedValue({ key: 'key' })
  const subscribe = vi.fn<() => Promise<object>>(async () => subscription)
  const { showNotification } = setupBrowser('granted', subscribe)
  const startedAt = performance.now()
  await button('Turn on notifications').click()
  const confirmation = notice('Notifications Enabled').getByText(`You'll receive important investment updates.`)
  await expect.element(confirmation).toBeVisible()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
  await expect.poll(() => requestSpy).toHaveBeenLastCalledWith('POST', '/api/push/subscribe', subscription.toJSON())
  await expect.poll(() => showNotification).toHaveBeenCalledOnce()
  expect(performance.now() - startedAt).toBeGreaterThan(1_990)
  expect(showNotification.mock.calls[0]).toMatchObject(['Holdfast', { vibrate: [100, 50, 100] }])
  await expect.element(button('Turn on notifications')).not.toBeInTheDocument()
})

test('a browser without a prompt shows a message; denied or failed subscriptions show none', async () => {
  const store = await setup()
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  setupBrowser(new Error('No'), async () => subscription)
  await button('Turn on notifications').click()
  const failed = page.getByRole('alert').filter({ hasText: 'Notification Setup Failed' })
  await expect.element(failed.getByText('Please check your browser settings.')).toBeVisible()
  clearToasts()
  setupBrowser('denied', async () => subscription)
  await button('Turn on notifications').click()
  await expect.element(button('Turn on notifications')).not.toBeInTheDocument()
  expect(logged).toHaveBeenLastCalledWith('Notifications are not allowed')
  vi.spyOn(store.online, 'request').mockResolvedValue({ key: 'key' })
  setupBrowser('granted', async () => {
    throw new Error('No push service')
  })
  await button('Turn on notifications').click()
  await expect.poll(() => useNotifications.getState().permission).toBe('failed')
  expect(page.getByRole('alert').elements()).toEqual([])
  setupBrowser('granted', async () => subscription)
  useNotifications.setState({ permission: 'failed' })
  await button('Turn on notifications').click()
  await expect.poll(() => useNotifications.getState()).toEqual({ permission: 'granted', isSubscribed: true })
})

test('only a badge remains once the app is installed and notifications are on', async () => {
  const store = await setup()
  useInstall.setState({ isInstalled: true })
  useNotifications.setState({ permission: 'granted', isSubscribed: true })
  store.setStatus({ connection: 'online' })
  await expect.element(panel).toHaveTextContent('Online')
  store.setStatus({ connection: 'offline' })
  await expect.element(panel).toHaveTextContent('Offline')
})

test('each visit sends the browser’s subscription to the server', async () => {
  const store = await setup()
  const requestSpy = vi.spyOn(store.online, 'request').mockResolvedValue(ownKey)
  const { unsubscribed } = setupBrowser('granted', async () => subscription)
  await renewSubscription(store)
  expect(requestSpy).not.toHaveBeenCalled()
  unsubscribed.mockResolvedValue(subscription)
  await recordPushPerson(store.identity.id)
  await renewSubscription(store)
  expect(requestSpy).toHaveBeenCalledWith('POST', '/api/push/subscribe', subscription.toJSON())
  expect(unsubscribe).not.toHaveBeenCalled()
})

test('a subscription without a response is sent again on the next visit', async () => {
  const store = await setup()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { unsubscribed } = setupBrowser('granted', async () => subscription)
  const requestSpy = vi.spyOn(store.online, 'request').mockImplementation(async (method) => {
    if (method === 'POST') throw new Error('No response')
    return ownKey
  })
  await button('Turn on notifications').click()
  await expect.poll(() => useNotifications.getState().permission).toBe('failed')
  unsubscribed.mockResolvedValue(subscription)
  requestSpy.mockResolvedValue(ownKey)
  await renewSubscription(store)
  expect(requestSpy).toHaveBeenLastCalledWith('POST', '/api/push/subscribe', subscription.toJSON())
  expect(unsubscribe).not.toHaveBeenCalled()
  expect(useNotifications.getState().isSubscribed).toBe(true)
})

test('a subscription under a former server key is replaced', async () => {
  const store = await setup()
  const requestSpy = vi.spyOn(store.online, 'request').mockResolvedValue({ key: 'bmV3' })
  const renewed = { ...subscription, toJSON: () => ({ endpoint: 'https://push.example.com/2' }) }
  const subscribe = vi.fn<() => Promise<object>>(async () => renewed)
  const { unsubscribed } = setupBrowser('granted', subscribe)
  unsubscribed.mockResolvedValue(subscription)
  await recordPushPerson(store.identity.id)
  await renewSubscription(store)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'bmV3' })
  expect(requestSpy).toHaveBeenLastCalledWith('POST', '/api/push/subscribe', renewed.toJSON())
  expect(useNotifications.getState().isSubscribed).toBe(true)
})

test('notifications can be turned off and on again', async () => {
  const store = await openTestStore()
  await render(store, <AppSection />)
  const requestSpy = vi.spyOn(store.online, 'request').mockResolvedValue({})
  const { unsubscribed } = setupBrowser('granted', async () => subscription)
  unsubscribed.mockResolvedValue(subscription)
  await recordPushPerson(store.identity.id)
  useNotifications.setState({ permission: 'granted', isSubscribed: true })
  const off = page.getByRole('button', { name: 'Turn off notifications' })
  await off.click()
  await expect.element(off).not.toBeInTheDocument()
  expect(unsubscribe).toHaveBeenCalledOnce()
  await expect.element(notice('Notifications turned off in this browser')).toBeVisible()
  await expect.element(page.getByText('Turned off', { exact: true })).toBeVisible()
  expect(requestSpy).toHaveBeenCalledWith('DELETE', '/api/push/subscribe', { endpoint })
  expect(useNotifications.getState()).toEqual({ permission: 'granted', isSubscribed: false })
})

test('on small screens it is in the settings, with the notification permission', async () => {
  const store = await openTestStore()
  await render(store, <AppSection />)
  onTestFinished(() => page.viewport(1280, 800))
  await expect.element(page.getByText('Blocked in the browser settings')).toBeVisible()
  await expect.element(page.getByText('Connected')).not.toBeVisible()
  await page.viewport(820, 1180)
  await expect.element(page.getByText('Connected')).toBeVisible()
})

test('signing in ends another person’s subscription and asks the new person', async () => {
  const store = await setup()
  const requestSpy = vi.spyOn(store.online, 'request').mockResolvedValue({})
  const { unsubscribed } = setupBrowser('granted', async () => subscription)
  unsubscribed.mockResolvedValue(subscription)
  useNotifications.setState({ permission: 'granted' })
  await recordPushPerson('another user')
  await renewSubscription(store)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(requestSpy).not.toHaveBeenCalled()
  expect(useNotifications.getState().isSubscribed).toBe(false)
})

test('signing out ends only the person’s own subscription', async () => {
  const close = vi.fn<() => void>()
  const { unsubscribed } = setupBrowser('granted', async () => subscription)
  unsubscribed.mockResolvedValue(subscription)
  const registration = (await navigator.serviceWorker.getRegistration())!
  vi.spyOn(registration, 'getNotifications').mockResolvedValue([{ close } as Partial<Notification> as Notification])
  await recordPushPerson('ada')
  await endPushFor('ben')
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([0, 0])
  await endPushFor('ada')
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
  await endPushFor('ada')
  expect(unsubscribe).toHaveBeenCalledOnce()
})
