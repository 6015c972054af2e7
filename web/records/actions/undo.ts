import i18next from 'i18next'
import type { Store } from '#web/store/base/contract.ts'
import type { DoneAction } from '#web/store/base/undo.ts'
import { returnedText } from '#web/records/names/action-words.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { sentStatus } from './sent-status.ts'

export const aboutChange = (changeId: string): string | undefined => (changeId === '' ? undefined : `saved ${changeId}`)

export async function undo(store: Store, action = store.undo.last): Promise<void> {
  if (!action?.inverse) return toast.success(i18next.t(action ? 'common:cannotUndo' : 'common:nothingToUndo'))
  await reportResult(
    () => store.undo.undo(action),
    () => {
      hide(action)
      if (store.undo.lastUndone) report(store, store.undo.lastUndone, 'common:redo', redo)
    },
    i18next.t('common:undoFailed'),
  )
}

export async function redo(store: Store): Promise<void> {
  const action = store.undo.lastUndone
  if (!action?.inverse) return toast.success(i18next.t('common:nothingToRedo'))
  await reportResult(
    () => store.undo.redo(),
    () => {
      hide(action)
      if (store.undo.last) report(store, store.undo.last, 'common:undo', undo)
    },
    i18next.t('common:redoFailed'),
  )
}

function hide({ changeId }: DoneAction): void {
  const about = aboutChange(changeId)
  if (about) toast.hide(about)
}

function report(store: Store, action: DoneAction, label: 'common:undo' | 'common:redo', next: (of: Store) => unknown) {
  const returned = returnedText(store, action)
  if (!returned) return
  toast.saved(store, null, {
    title: returned.text,
    name: returned.name,
    about: aboutChange(action.changeId),
    where: () => sentStatus(store, action.changeId),
    actions: [{ label: i18next.t(label), act: () => void next(store) }],
  })
}
