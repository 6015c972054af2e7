import i18next from 'i18next'

export const bringToasts = () => import('./toasts.tsx')

async function show(title: string, text: string, destructive: boolean): Promise<void> {
  const { showToast } = await bringToasts()
  showToast({ title, text, destructive, close: i18next.t('common:close') })
}

export const toast = {
  say: (title: string, text: string): void => void show(title, text, false),
  success: (text: string): void => void show(i18next.t('common:success'), text, false),
  warn: (title: string, text: string): void => void show(title, text, true),
  error: (text: string): void => void show(i18next.t('common:error'), text, true),
}
