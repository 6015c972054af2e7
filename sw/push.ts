import {
  notificationOptions,
  notificationTitle,
  notificationAddress,
  type PushMessage,
} from '#schema/app/push-message.ts'
import type { WorkerToPage } from '#schema/app/worker-messages.ts'
import { openWindows, type Page, type Windows } from './pages.ts'

export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  navigator: Pick<WorkerNavigator, 'setAppBadge'>,
  message: PushMessage,
): Promise<void> {
  const { kind, text, lang, dir, unread } = message
  const data = notificationAddress(message)
  const options: NotificationOptions = { body: text, lang, dir, tag: kind, data, ...notificationOptions }
  await registration.showNotification(notificationTitle, options)
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => {})
}

/** Prefers an open window, because unsaved input stays there. */
export async function openNotification(
  clients: Windows<Page & Pick<WindowClient, 'visibilityState' | 'focus'>> & Pick<Clients, 'openWindow'>,
  origin: string,
  data: unknown,
): Promise<void> {
  const url = URL.parse(typeof data === 'string' ? data : '/', origin)
  const path = url?.origin === origin ? url.pathname + url.search + url.hash : '/'
  const windows = await openWindows(clients)
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!window) return void (await clients.openWindow(path))
  await window.focus()
  window.postMessage({ kind: 'open', path } satisfies WorkerToPage)
}
