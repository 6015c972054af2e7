import i18next from 'i18next'
import { create } from 'zustand'
import { notificationOptions, notificationTitle } from '#schema/app/push-message.ts'
import { endPushSubscription, isPushPerson, recordPushPerson } from '#web/session/push-subscription.ts'
import type { Store } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import type { permissionStates } from './permission-states.ts'

type PermissionState = (typeof permissionStates)[number]

const welcomeMs = 2_000

const isSupported = 'Notification' in globalThis && 'serviceWorker' in navigator
const permission = (): PermissionState => (isSupported ? Notification.permission : 'unsupported')

interface Notifications {
  readonly permission: PermissionState
  readonly isSubscribed: boolean | null
}

export const useNotifications = create<Notifications>(() => ({ permission: permission(), isSubscribed: null }))

/** Once denied, browsers do not ask again. */
export const mayEnable = ({ permission, isSubscribed }: Notifications): boolean =>
  permission === 'default' || permission === 'failed' || (permission === 'granted' && isSubscribed === false)

const currentRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isSupported ? navigator.serviceWorker.getRegistration() : undefined

/** The public key of the browser's subscription, encoded like the server's. */
const keyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? [])))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const currentKey = async (store: Store): Promise<string> =>
  ((await store.online.request('GET', '/api/push/key')) as { readonly key: string }).key

/**
 * Registers the subscription again, because the server drops it with the session; resubscribes if the server's key has
 * changed. Ends another user's subscription.
 */
export async function renewSubscription(store: Store): Promise<void> {
  try {
    const subscription = await (await currentRegistration())?.pushManager?.getSubscription()
    const isOwn = Boolean(subscription) && (await isPushPerson(store.identity.id))
    useNotifications.setState({ permission: permission(), isSubscribed: isOwn })
    if (!subscription) return
    if (!isOwn) return await endPushSubscription()
    if (keyOf(subscription) === (await currentKey(store))) return await sendSubscription(store, subscription)
    await subscription.unsubscribe()
    await subscribe(store)
  } catch (problem) {
    console.warn('The push subscription was not renewed', problem)
  }
}

const sendSubscription = async (store: Store, subscription: PushSubscription): Promise<void> =>
  void (await store.online.request('POST', '/api/push/subscribe', subscription.toJSON()))

/** The server drops the subscription now or on its next failed message. */
export async function disableNotifications(store: Store): Promise<void> {
  try {
    const subscription = await (await currentRegistration())?.pushManager?.getSubscription()
    await endPushSubscription()
    useNotifications.setState({ isSubscribed: false })
    toast.success(i18next.t('appStatus:notificationsDisabled'))
    if (subscription) await store.online.request('DELETE', '/api/push/subscribe', { endpoint: subscription.endpoint })
  } catch (problem) {
    console.warn('The push subscription was not ended', problem)
  }
}

export async function enableNotifications(store: Store): Promise<void> {
  let decision: NotificationPermission
  try {
    decision = await Notification.requestPermission()
  } catch (problem) {
    console.warn('The browser could not show the notification prompt', problem)
    toast.warn(i18next.t('appStatus:setupFailed'), i18next.t('appStatus:setupFailedText'))
    return
  }
  useNotifications.setState({ permission: decision })
  if (decision !== 'granted') return console.warn('Notifications are not allowed')
  toast.success(i18next.t('appStatus:notificationsEnabledText'), i18next.t('appStatus:notificationsEnabled'))
  setTimeout(() => void welcome(), welcomeMs)
  await subscribe(store)
}

async function subscribe(store: Store): Promise<void> {
  try {
    const registration = await currentRegistration()
    if (!registration) throw new Error('There is no service worker')
    const applicationServerKey = await currentKey(store)
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    // If the request fails, the next visit repeats it.
    await recordPushPerson(store.identity.id)
    await sendSubscription(store, subscription)
    useNotifications.setState({ isSubscribed: true })
  } catch (problem) {
    console.warn('This browser could not be subscribed', problem)
    useNotifications.setState({ permission: 'failed', isSubscribed: false })
  }
}

async function welcome(): Promise<void> {
  try {
    const options: NotificationOptions = {
      body: i18next.t('appStatus:welcome'),
      lang: i18next.language,
      dir: document.documentElement.dir as NotificationDirection,
      tag: 'welcome',
      ...notificationOptions,
    }
    await (await currentRegistration())?.showNotification(notificationTitle, options)
  } catch (problem) {
    console.warn('The welcome was not shown', problem)
  }
}
