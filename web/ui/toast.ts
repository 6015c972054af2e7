import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { Store } from '#web/store/contract.ts'
import type { ShownToast, ToastAction } from './toasts.tsx'

export const loadToasts = () => import('./toasts.tsx')

async function show(shown: Omit<ShownToast, 'close'>): Promise<void> {
  const { showToast } = await loadToasts()
  showToast({ close: i18next.t('common:close'), ...shown })
}

const success = () => i18next.t('common:success')
const error = () => i18next.t('common:error')

export const toast = {
  /** The person's words are kept by the store: while it has no connection the toast says where they are. */
  saved: (store: Store, text: string, title = success()): void =>
    void show({ kind: 'done', title, text, savedIn: store }),
  success: (text: string): void => void show({ kind: 'done', title: success(), text }),
  /** News that answers nothing the person did: it waits until the toasts that do are gone. */
  notice: (title: string, text: string): void => void show({ kind: 'notice', title, text }),
  /** News with something to do about it; other news does not take its place. */
  noticeAbout: (title: string, text: string, about: string, action: ToastAction): void =>
    void show({ kind: 'notice', title, text, about, action }),
  warn: (title: string, text: string): void => void show({ kind: 'error', title, text }),
  error: (text: string): void => void show({ kind: 'error', title: error(), text }),
  /** An error with something to do about it; `about` takes it away again. */
  errorAbout: (text: ReactNode, about: string, action: ToastAction): void =>
    void show({ kind: 'error', title: error(), text, about, action }),
  away: (about: string): void => void loadToasts().then(({ hideToast }) => hideToast(about)),
}
