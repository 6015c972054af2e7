import i18next from 'i18next'
import type { Committed } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { aboutChange, undo } from './undo.ts'
import { sentStatus } from './sent-status.ts'

interface SavedOptions {
  readonly title?: string | undefined
  readonly name?: string | undefined
  readonly open?: (() => void) | undefined
}

export function reportSaved(store: Store, { changeId }: Committed, text: string, options: SavedOptions = {}): void {
  const { title, name, open } = options
  const action = changeId === '' ? undefined : store.undo.find(changeId)
  toast.saved(store, text, {
    title,
    name,
    about: aboutChange(changeId),
    where: () => sentStatus(store, changeId),
    actions: [
      ...(action?.inverse ? [{ label: i18next.t('common:undo'), act: () => void undo(store, action) }] : []),
      ...(open ? [{ label: i18next.t('common:open'), act: open }] : []),
    ],
  })
}
