// What a push message tells a browser. It goes through the browser's push service: it names no record and nobody.
import type { NotificationKind } from './enumerations.ts'

/** How a notification of the app looks, whoever shows it. */
export const notificationTitle = 'Holdfast'
export const notificationLook = { icon: '/icons/icon-192.png', vibrate: [100, 50, 100] } as const

export interface PushMessage {
  readonly kind: NotificationKind
  /** What kind of news it is, in the person's language. */
  readonly text: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Where the app shows it: a path. */
  readonly url: string
  /** How many notifications the person has not read. */
  readonly unread: number
}
