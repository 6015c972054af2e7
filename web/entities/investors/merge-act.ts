import i18next from 'i18next'
import { pathOf } from '#schema/kernel/entity.ts'
import { registry, type Row } from '#schema/registry.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { CommandFields } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { restoredFields, type MergeChoices, adoptedFields } from './merge-fields.ts'

type Investor = Row<'investors'>

/**
 * One change holds both the adopted values and the merge. If it would have too many rows, both are sent online instead,
 * once no other change is unsent. Undo restores both, except for later edits.
 */
export async function mergeInto(
  store: Store,
  stays: Investor,
  goes: Investor,
  choices: MergeChoices,
): Promise<boolean> {
  const fields = adoptedFields(choices, stays, goes)
  const act = { entity: 'investors', verb: 'merge', id: stays.id, fields: { from: goes.id } } as const
  const isLarge = (store.preview(act)?.steps.length ?? 0) > limits.stepsPerVerb
  const mergeOnline = async () => {
    // The values come first, because both requests can be repeated after a failed merge.
    if (Object.keys(fields).length > 0)
      await store.online.ask('PATCH', `/api/${pathOf(registry.investors)}/${stays.id}`, fields)
    return store.act(act)
  }
  let isMerged = false
  await reportResult(
    () =>
      isLarge && store.status.waiting === 0
        ? mergeOnline()
        : store.commit([
            { op: 'update', entity: 'investors', seen: stays, fields },
            { op: 'act', ...act },
          ]),
    () => {
      toast.undoable(store, i18next.t('investors:merged'), () => void undoMerge(store, stays, goes, fields))
      isMerged = true
    },
    i18next.t('investors:mergeFailed'),
  )
  return isMerged
}

async function undoMerge(store: Store, stays: Investor, goes: Investor, written: CommandFields<'investors'>) {
  const now = store.table('investors').get(stays.id)
  const fields = now ? restoredFields(stays, written, now) : {}
  await reportResult(
    () =>
      store.commit([
        { op: 'restore', entity: 'investors', id: goes.id },
        ...(now && Object.keys(fields).length > 0
          ? [{ op: 'update', entity: 'investors', seen: now, fields } as const]
          : []),
      ]),
    () => toast.undone(store, i18next.t('common:restoredNamed', { name: recordTitle('investors', goes) })),
    i18next.t('common:restoreFailed'),
  )
}
