import { Notifications, notifications } from '@mantine/notifications'

export const Toasts = () => <Notifications position="bottom-center" limit={1} />

export interface ShownToast {
  readonly title: string
  readonly text: string
  readonly destructive: boolean
  /** The name of the close button. */
  readonly close: string
}

/** One toast at a time: a new one takes the place of the old one. */
export function showToast({ title, text, destructive, close }: ShownToast): void {
  notifications.clean()
  notifications.cleanQueue()
  notifications.show({
    title,
    message: text,
    role: destructive ? 'alert' : 'status',
    color: destructive ? 'red' : 'brand',
    withBorder: true,
    autoClose: destructive ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': close },
  })
}
