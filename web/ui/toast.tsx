// One toast at a time: a new one takes the place of the old one.
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

interface Toast {
  readonly title: string
  readonly text: string
}

function show({ title, text }: Toast, destructive: boolean): void {
  notifications.clean()
  notifications.cleanQueue()
  notifications.show({
    title,
    message: text,
    role: destructive ? 'alert' : 'status',
    color: destructive ? 'red' : 'brand',
    withBorder: true,
    autoClose: destructive ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
  })
}

export const toast = {
  say: (title: string, text: string): void => show({ title, text }, false),
  success: (text: string): void => show({ title: i18next.t('common:success'), text }, false),
  warn: (title: string, text: string): void => show({ title, text }, true),
  error: (text: string): void => show({ title: i18next.t('common:error'), text }, true),
}
