// News of what others do, also while the app is closed; and what a press on it opens.
import { notificationLook, notificationTitle, pressedAddress, type PushMessage } from '#schema/app/push-message.ts'
import type { WorkerToPage } from '#schema/app/worker-messages.ts'
import { openWindows } from './pages.ts'

/** One notification a kind: the next of the kind takes its place. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
  navigator: Pick<WorkerNavigator, 'setAppBadge'>,
  message: PushMessage,
): Promise<void> {
  const { kind, text, lang, dir, unread } = message
  const data = pressedAddress(message)
  const options: NotificationOptions = { body: text, lang, dir, tag: kind, data, ...notificationLook }
  await registration.showNotification(notificationTitle, options)
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => {})
}

/** Shows it in a window that is open, where unsaved words are kept; else in a new one. */
export async function openNotification(clients: Clients, origin: string, data: unknown): Promise<void> {
  const url = URL.parse(typeof data === 'string' ? data : '/', origin)
  const path = url?.origin === origin ? url.pathname + url.search + url.hash : '/'
  const windows = await openWindows(clients)
  const shown = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!shown) return void (await clients.openWindow(path))
  await shown.focus()
  shown.postMessage({ kind: 'open', path } satisfies WorkerToPage)
}
