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

/** What happened is the title, unless the product's sentence has one of its own. */
const wordsOf = (text: string, title?: string) => (title === undefined ? { title: text, text: null } : { title, text })
const error = () => i18next.t('common:error')

interface UndoableWords {
  /** The record's title. */
  readonly of?: string
  readonly title?: string | undefined
}

export const toast = {
  /** The store holds the person's words: without a connection the toast says that they are saved on this device. */
  saved: (store: Store, text: string, title?: string): void => {
    rememberAction()
    void show({ kind: 'done', ...wordsOf(text, title), savedIn: store })
  },
  /** The same of an action that was undone. */
  undone: (store: Store, text: string): void =>
    void show({ kind: 'done', title: i18next.t('common:undone'), text, savedIn: store }),
  /** The same of something that can be undone, here and for a while afterwards. */
  undoable: (store: Store, text: string, reverse: () => void, { of, title }: UndoableWords = {}): void => {
    const what = of === undefined ? text : i18next.t('common:labelled', { label: text, value: of })
    const one: Undoable = rememberUndo(what, () => {
      toast.away(one.id)
      // The next person in this window takes nothing back that somebody did before.
      if (!store.isClosed) reverse()
    })
    const action = { label: i18next.t('common:undo'), act: () => void undo(one) }
    void show({ kind: 'done', ...wordsOf(text, title), savedIn: store, about: one.id, action })
  },
  success: (text: string, title?: string): void => {
    rememberAction()
    void show({ kind: 'done', ...wordsOf(text, title) })
  },
  /** Answers something that the person tried, and that did nothing. */
  answer: (title: string): void => void show({ kind: 'done', title, text: null }),
  /** News that does not answer an act of the person: it waits until toasts that do are gone. */
  notice: (title: string, text: string): void => void show({ kind: 'notice', title, text }),
  /** News with an action; other news does not replace it. */
  noticeAbout: (title: string, text: string, about: string, action: ToastAction): void =>
    void show({ kind: 'notice', title, text, about, action }),
  warn: (title: string, text: string): void => void show({ kind: 'error', title, text }),
  error: (text: string): void => void show({ kind: 'error', title: error(), text }),
  /** An error with an action; `about` names it, so that it can be hidden. */
  errorAbout: (text: ReactNode, about: string, action: ToastAction, title = error()): void =>
    void show({ kind: 'error', title, text, about, action }),
  /** A dialog needs the person's eyes: what was said before it is in the history. */
  leave: (): void => void loadToasts().then(({ leaveToasts }) => leaveToasts()),
  away: (about: string): void => void loadToasts().then(({ hideToast }) => hideToast(about)),
}
