// What a push message tells a browser. It goes through the browser's push service: it names no record and nobody.
import { type NotificationKind, notificationKinds } from '#schema/kernel/enumerations.ts'

/** How a notification of the app looks, whoever shows it. */
export const notificationTitle = 'Holdfast'
export const notificationLook = { icon: '/icons/icon-192.png', vibrate: [100, 50, 100] } as const

export interface PushMessage {
  readonly kind: NotificationKind
  /** What kind of news it is, in the person's language. */
  readonly text: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Where the app shows news of the kind: a path. */
  readonly url: string
  /** When it happened, by the server's clock. */
  readonly at: string
  /** How many notifications the person has not read. */
  readonly unread: number
}

/** News that somebody pressed outside the app. */
export interface PressedNews {
  readonly kind: NotificationKind
  /** In ms since 1970, by the server's clock. */
  readonly at: number
}

/** Where a press on the message leads: the app finds there, in its own store, what the message must not name. */
export const pressedAddress = ({ url, kind, at }: PushMessage): string => `${url}#news=${kind}&at=${Date.parse(at)}`

/** The news that an address ends with (without #); null if it ends with something else. */
export function pressedNews(hash: string): PressedNews | null {
  const words = new URLSearchParams(hash)
  const kind = notificationKinds.find((each) => each === words.get('news'))
  const at = Number(words.get('at') ?? NaN)
  return kind && Number.isFinite(at) ? { kind, at } : null
}
