import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { Store } from '#web/store/base/contract.ts'
import type { ToastAction } from './toast-history.ts'
import type { ShownToast } from './toasts.tsx'

export const loadToasts = () => import('./toasts.tsx')

async function show(shown: Omit<ShownToast, 'close'>): Promise<void> {
  const { showToast } = await loadToasts()
  showToast({ close: i18next.t('common:close'), ...shown })
}

const titleAndText = (text: string | null, title?: ReactNode) =>
  title === undefined ? { title: text, text: null } : { title, text }
const error = () => i18next.t('common:error')

interface SavedOptions {
  readonly title?: ReactNode
  /** The record's. */
  readonly name?: string | undefined
  /** Identifies it, so that it can be hidden. */
  readonly about?: string | undefined
  /** Read again with each change of the store's status. */
  readonly where?: () => string | null
  readonly actions?: readonly ToastAction[]
}

export const toast = {
  /** The text is the title unless there is one. */
  saved: (store: Store, text: string | null, options: SavedOptions = {}): void => {
    const { title, name, about, where, actions = [] } = options
    // After sign-out, the next person in this window cannot open or undo it.
    const guarded = actions.map(({ label, act }) => ({ label, act: () => void (store.isClosed || act()) }))
    const saved = where && { saved: { store, where } }
    void show({ kind: 'done', ...titleAndText(text, title), name, ...saved, ...(about && { about }), actions: guarded })
  },
  success: (text: string, title?: string): void => void show({ kind: 'done', ...titleAndText(text, title) }),
  /** Waits until other toasts are closed. */
  notice: (title: string, text: string): void => void show({ kind: 'notice', title, text }),
  /** Other notices do not replace it. */
  noticeAbout: (title: string, text: string | null, about: string, action: ToastAction): void =>
    void show({ kind: 'notice', title, text, about, actions: [action] }),
  warn: (title: string, text: string): void => void show({ kind: 'error', title, text }),
  error: (text: string): void => void show({ kind: 'error', title: error(), text }),
  /** `about` identifies the error, so that it can be hidden. */
  errorAbout: (text: ReactNode, about: string, action: ToastAction, title = error()): void =>
    void show({ kind: 'error', title, text, about, actions: [action] }),
  archive: (): void => void loadToasts().then(({ archiveToasts }) => archiveToasts()),
  hide: (about: string): void => void loadToasts().then(({ hideToast }) => hideToast(about)),
}
