// A push message passes through the browser's push service, so it names no record and no person.
import { type NotificationKind, notificationKinds } from '#schema/kernel/enumerations.ts'

export const notificationTitle = 'Holdfast'
export const notificationOptions = { icon: '/icons/icon-192.png', vibrate: [100, 50, 100] } as const

export interface PushMessage {
  readonly kind: NotificationKind
  /** In the person's language. */
  readonly text: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly url: string
  /** By the server's clock. */
  readonly at: string
  readonly unread: number
}

export interface ClickedNotification {
  readonly kind: NotificationKind
  /** In ms since 1970, by the server's clock. */
  readonly at: number
}

/** The address a click leads to: the app finds the record in its own store. */
export const notificationAddress = ({ url, kind, at }: PushMessage): string =>
  `${url}#news=${kind}&at=${Date.parse(at)}`

/** Parses the hash (without #); null for anything else. */
export function parseClickedNotification(hash: string): ClickedNotification | null {
  const params = new URLSearchParams(hash)
  const kind = notificationKinds.find((each) => each === params.get('news'))
  const at = Number(params.get('at') ?? NaN)
  return kind && Number.isFinite(at) ? { kind, at } : null
}
