// A push message passes through the browser's push service, so it names no record and no person.
import { type NotificationKind, notificationKinds } from '#schema/kernel/enumerations.ts'

export const notificationTitle = 'Holdfast'
export const notificationLook = { icon: '/icons/icon-192.png', vibrate: [100, 50, 100] } as const

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

/** Pressed outside of the app. */
export interface PressedNews {
  readonly kind: NotificationKind
  /** In ms since 1970, by the server's clock. */
  readonly at: number
}

/** The address a press leads to: the app finds the record in its own store. */
export const pressedAddress = ({ url, kind, at }: PushMessage): string => `${url}#news=${kind}&at=${Date.parse(at)}`

/** Parses the hash (without #); null for anything else. */
export function pressedNews(hash: string): PressedNews | null {
  const words = new URLSearchParams(hash)
  const kind = notificationKinds.find((each) => each === words.get('news'))
  const at = Number(words.get('at') ?? NaN)
  return kind && Number.isFinite(at) ? { kind, at } : null
}
