import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { Store } from '#web/store/base/contract.ts'
import type { ToastAction } from './toast-history.ts'
import type { ShownToast } from './toasts.tsx'
import { rememberAction, rememberUndo, undo, type Undoable } from './undo.ts'

export const loadToasts = () => import('./toasts.tsx')

async function show(shown: Omit<ShownToast, 'close'>): Promise<void> {
  const { showToast } = await loadToasts()
  showToast({ close: i18next.t('common:close'), ...shown })
}

/** The text is the title unless there is one. */
const titleAndText = (text: string, title?: string) =>
  title === undefined ? { title: text, text: null } : { title, text }
const error = () => i18next.t('common:error')

interface SavedOptions {
  readonly title?: string | undefined
  /** The record's. */
  readonly name?: string | undefined
  readonly open?: (() => void) | undefined
}

interface UndoOptions {
  readonly of?: string
  readonly title?: string | undefined
}

export const toast = {
  /** Offline, the toast adds that it is saved on this device. */
  saved: (store: Store, text: string, { title, name, open }: SavedOptions = {}): void => {
    rememberAction()
    // After sign-out, the next person in this window cannot open it.
    const action = open && { label: i18next.t('common:open'), act: () => void (store.isClosed || open()) }
    void show({ kind: 'done', ...titleAndText(text, title), name, savedIn: store, ...(action && { action }) })
  },
  undone: (store: Store, text: string): void =>
    void show({ kind: 'done', title: i18next.t('common:undone'), text, savedIn: store }),
  undoable: (store: Store, text: string, reverse: () => void, { of: subject, title }: UndoOptions = {}): void => {
    const description = subject === undefined ? text : i18next.t('common:labelled', { label: text, value: subject })
    const entry: Undoable = rememberUndo(description, () => {
      toast.away(entry.id)
      // After sign-out, the next person in this window cannot undo.
      if (!store.isClosed) reverse()
    })
    const action = { label: i18next.t('common:undo'), act: () => void undo(entry) }
    void show({ kind: 'done', ...titleAndText(text, title), name: subject, savedIn: store, about: entry.id, action })
  },
  success: (text: string, title?: string): void => {
    rememberAction()
    void show({ kind: 'done', ...titleAndText(text, title) })
  },
  answer: (title: string): void => void show({ kind: 'done', title, text: null }),
  /** Waits until other toasts are closed. */
  notice: (title: string, text: string): void => void show({ kind: 'notice', title, text }),
  /** Other notices do not replace it. */
  noticeAbout: (title: string, text: string, about: string, action: ToastAction): void =>
    void show({ kind: 'notice', title, text, about, action }),
  warn: (title: string, text: string): void => void show({ kind: 'error', title, text }),
  error: (text: string): void => void show({ kind: 'error', title: error(), text }),
  /** `about` identifies the error, so that it can be hidden. */
  errorAbout: (text: ReactNode, about: string, action: ToastAction, title = error()): void =>
    void show({ kind: 'error', title, text, about, action }),
  leave: (): void => void loadToasts().then(({ archiveToasts }) => archiveToasts()),
  away: (about: string): void => void loadToasts().then(({ hideToast }) => hideToast(about)),
}
