import i18next from 'i18next'
import { type Act, verbNamed } from '#schema/verbs.ts'
import type { Command, CommitResult } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** Call it before the act. Null if nothing takes the act back. */
export function undoOf(store: Store, act: Act): (() => Promise<CommitResult>) | null {
  const { entity, verb, id, fields } = act
  const record = store.table(entity).get(id)
  const inverse = record && verbNamed({ entity, verb })?.inverse(record, fields)
  if (!inverse) return null
  const command = inverse.op === 'act' ? { ...inverse, entity, id } : inverse
  return () => store.commit([command as Command])
}

export function reportUndoable(store: Store, text: string, undo: (() => Promise<CommitResult>) | null): void {
  if (!undo) return toast.saved(store, text)
  const undone = () => toast.undone(store, text)
  toast.undoable(store, text, () => void reportResult(undo, undone, i18next.t('common:cannotUndo')))
}
