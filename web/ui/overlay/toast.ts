import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { Store } from '#web/store/contract.ts'
import type { ToastAction } from './toast-history.ts'
import type { ShownToast } from './toasts.tsx'
import { rememberAction, rememberUndo, undo as takeBack, type Undoable } from './undo.ts'

export const loadToasts = () => import('./toasts.tsx')

async function show(shown: Omit<ShownToast, 'close'>): Promise<void> {
  const { showToast } = await loadToasts()
  showToast({ close: i18next.t('common:close'), ...shown })
}

const success = () => i18next.t('common:success')
const error = () => i18next.t('common:error')

export const toast = {
  /** The store holds the person's words: without a connection the toast says that they are saved on this device. */
  saved: (store: Store, text: string, title = success()): void => {
    rememberAction()
    void show({ kind: 'done', title, text, savedIn: store })
  },
  /** The same of an action that was undone. */
  undone: (store: Store, text: string): void =>
    void show({ kind: 'done', title: i18next.t('common:undone'), text, savedIn: store }),
  /** The same of something that can be undone, here and for a while afterwards; `of` is the record's title. */
  undoable: (store: Store, text: string, undo: () => void, of?: string): void => {
    const what = of === undefined ? text : i18next.t('common:labelled', { label: text, value: of })
    const one: Undoable = rememberUndo(what, () => {
      toast.away(one.id)
      // The next person in this window takes nothing back that somebody did before.
      if (!store.isClosed) undo()
    })
    const action = { label: i18next.t('common:undo'), act: () => void takeBack(one) }
    void show({ kind: 'done', title: success(), text, savedIn: store, about: one.id, action })
  },
  success: (text: string, title = success()): void => {
    rememberAction()
    void show({ kind: 'done', title, text })
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
  errorAbout: (text: ReactNode, about: string, action: ToastAction): void =>
    void show({ kind: 'error', title: error(), text, about, action }),
  away: (about: string): void => void loadToasts().then(({ hideToast }) => hideToast(about)),
}
