import i18next from 'i18next'
import type { ToastAction } from './toasts.tsx'

export const bringToasts = () => import('./toasts.tsx')

async function show(title: string, text: string, destructive: boolean): Promise<void> {
  const { showToast } = await bringToasts()
  showToast({ title, text, destructive, close: i18next.t('common:close') })
}

/** An error with something to do about it; `about` takes it away again. */
async function showWithAction(text: string, about: string, action: ToastAction): Promise<void> {
  const { showToast } = await bringToasts()
  const title = i18next.t('common:error')
  showToast({ title, text, destructive: true, close: i18next.t('common:close'), about, action })
}

export const toast = {
  say: (title: string, text: string): void => void show(title, text, false),
  success: (text: string): void => void show(i18next.t('common:success'), text, false),
  warn: (title: string, text: string): void => void show(title, text, true),
  errorAbout: (text: string, about: string, action: ToastAction): void => void showWithAction(text, about, action),
  away: (about: string): void => void bringToasts().then(({ hideToast }) => hideToast(about)),
  error: (text: string): void => void show(i18next.t('common:error'), text, true),
}
