// Whether this browser shows the person what others do, also while the app is closed.
import i18next from 'i18next'
import { create } from 'zustand'
import { endPush, isPushOf, notePushOf } from '#web/session/own-push.ts'
import type { Store } from '#web/store/contract.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import type { stands } from './stands.ts'

type Stands = (typeof stands)[number]

const welcomeMs = 2_000
const vibrate = [100, 50, 100]

const isSupported = 'Notification' in globalThis && 'serviceWorker' in navigator
const permission = (): Stands => (isSupported ? Notification.permission : 'unsupported')

interface Notifications {
  readonly stands: Stands
  /** Whether this browser has an address for them; null until it is known. */
  readonly isSubscribed: boolean | null
}

export const useNotifications = create<Notifications>(() => ({ stands: permission(), isSubscribed: null }))

/** Whether the person is to be asked: once said no, the browser asks nobody again. */
export const isAsked = ({ stands, isSubscribed }: Notifications): boolean =>
  stands === 'default' || (stands === 'granted' && isSubscribed === false)

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isSupported ? navigator.serviceWorker.getRegistration() : undefined

/**
 * Tells the server again where this browser is reached: it forgets that with a session. What somebody else enabled here
 * ends: nobody is subscribed unasked.
 */
export async function renewSubscription(store: Store): Promise<void> {
  try {
    const subscription = await (await registered())?.pushManager?.getSubscription()
    const isOwn = Boolean(subscription) && (await isPushOf(store.identity.id))
    useNotifications.setState({ stands: permission(), isSubscribed: isOwn })
    if (subscription && !isOwn) return await endPush()
    if (subscription) await store.online.ask('POST', '/api/push/subscribe', subscription.toJSON())
  } catch (problem) {
    console.warn('The push subscription was not renewed', problem)
  }
}

/** Asks the browser, then subscribes it. */
export async function enableNotifications(store: Store): Promise<void> {
  let answer: NotificationPermission
  try {
    answer = await Notification.requestPermission()
  } catch (problem) {
    console.warn('The browser could not be asked for notifications', problem)
    toast.warn(i18next.t('appStatus:setupFailed'), i18next.t('appStatus:setupFailedText'))
    return
  }
  useNotifications.setState({ stands: answer })
  if (answer !== 'granted') return console.warn('Notifications are not allowed')
  toast.success(i18next.t('appStatus:notificationsEnabledText'), i18next.t('appStatus:notificationsEnabled'))
  setTimeout(() => void welcome(), welcomeMs)
  await subscribe(store)
}

async function subscribe(store: Store): Promise<void> {
  try {
    const registration = await registered()
    if (!registration) throw new Error('There is no service worker')
    const { key } = (await store.online.ask('GET', '/api/push/key')) as { readonly key: string }
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
    await store.online.ask('POST', '/api/push/subscribe', subscription.toJSON())
    await notePushOf(store.identity.id)
    useNotifications.setState({ isSubscribed: true })
  } catch (problem) {
    console.warn('This browser could not be subscribed', problem)
    useNotifications.setState({ stands: 'failed' })
  }
}

async function welcome(): Promise<void> {
  try {
    const options: NotificationOptions & { readonly vibrate: readonly number[] } = {
      body: i18next.t('appStatus:welcome'),
      icon: '/icons/icon-192.png',
      lang: i18next.language,
      dir: document.documentElement.dir as NotificationDirection,
      tag: 'welcome',
      vibrate,
    }
    await (await registered())?.showNotification('Holdfast', options)
  } catch (problem) {
    console.warn('The welcome was not shown', problem)
  }
}
