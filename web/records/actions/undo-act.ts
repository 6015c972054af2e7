import i18next from 'i18next'
import type { Step } from '#schema/kernel/verb.ts'
import { applyVerb } from '#schema/records/apply-verb.ts'
import type { EntityName } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { type Act, verbNamed } from '#schema/verbs.ts'
import type { Command, CommitResult } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

/** Call it before the act. Null if nothing takes the act back. Later changes of the rows make the undo a conflict. */
export function undoOf(store: Store, act: Act): (() => Promise<CommitResult>) | null {
  const { entity, verb, id, fields } = act
  const record = store.table(entity).get(id)
  const inverse = record && verbNamed({ entity, verb })?.inverse(record, fields)
  if (!inverse) return null
  if (inverse.op === 'restore') return () => store.commit([inverse])
  const undo = { ...inverse, entity, id }
  const steps = store.preview(act)?.steps ?? []
  const rows = { get: readAfter(store, steps), where: () => [] }
  const seed = store.newId()
  const shown = applyVerb(verbNamed(undo)!, rows, { ...undo, seed, changeId: seed, index: 0 })?.shown
  return () => store.commit([{ ...undo, seed, ...(shown && { shown }) } as Command])
}

/** Inverses read only the record itself. */
const readAfter =
  (store: Store, steps: readonly Step[]): ReadAny =>
  (entity, id) => {
    const row = store.table(entity as EntityName).get(id)
    const updates = steps.filter((step) => step.op === 'update' && step.entity === entity && step.id === id)
    return row && Object.assign({}, row, ...updates.map((step) => (step.op === 'update' ? step.fields : {})))
  }

export function reportUndoable(store: Store, text: string, undo: (() => Promise<CommitResult>) | null): void {
  if (!undo) return toast.saved(store, text)
  const undone = () => toast.undone(store, text)
  toast.undoable(store, text, () => void reportResult(undo, undone, i18next.t('common:undoFailed')))
}
