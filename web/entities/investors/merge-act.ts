import i18next from 'i18next'
import { pathOf } from '#schema/kernel/entity.ts'
import { registry, type Row } from '#schema/registry.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { CommandFields } from '#web/store/base/command.ts'
import type { Store } from '#web/store/base/contract.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { today } from '#web/ui/format/dates/date-format.ts'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { recordTitle } from '#web/records/names/record-title.ts'
import { type MergeChoices, adoptedFields } from './merge-fields.ts'

type Investor = Row<'investors'>

/** Adopted values and merge are one change. With too many rows, both are sent online once nothing else is unsent. */
export async function mergeInto(
  store: Store,
  stays: Investor,
  goes: Investor,
  choices: MergeChoices,
): Promise<boolean> {
  const adopted = adoptedFields(choices, stays, goes, today())
  const { kycDocuments: evidence } = adopted
  // Deleted documents do not move with the investor.
  const isLive = (id: string): boolean => store.table('documents').get(id) !== undefined
  const fields = evidence ? { ...adopted, kycDocuments: evidence.filter(isLive) } : adopted
  const act = { entity: 'investors', verb: 'merge', id: stays.id, fields: { from: goes.id } } as const
  const isLarge = (store.preview(act)?.steps.length ?? 0) > limits.stepsPerVerb
  const mergeOnline = async () => {
    const patch = (values: object) =>
      store.online.request('PATCH', `/api/${pathOf(registry.investors)}/${stays.id}`, values)
    const { kycDocuments, ...others } = fields
    // The values come first, because both requests can be repeated after a failed merge.
    if (Object.keys(others).length > 0) await patch(others)
    const outcome = await store.act(act)
    // Only now do the documents belong to the record that stays.
    if (kycDocuments !== undefined && outcome.ok) await patch({ kycDocuments })
    return outcome
  }
  const seenFields = Object.keys({ ...fields, kycStatus: '' }) as (keyof Investor & keyof CommandFields<'investors'>)[]
  const guard = Object.fromEntries(seenFields.map((field) => [field, goes[field] ?? null]))
  let isMerged = false
  await reportResult(
    () =>
      isLarge && store.status.waiting === 0
        ? mergeOnline()
        : store.commit([
            { op: 'update', entity: 'investors', seen: goes, fields: guard, isGuard: true },
            { op: 'act', ...act },
            // After the act, because the evidence must belong to the record that stays.
            { op: 'update', entity: 'investors', seen: stays, fields },
          ]),
    (outcome) => {
      reportSaved(store, outcome, i18next.t('investors:merged'), { name: recordTitle('investors', stays) })
      isMerged = true
    },
    i18next.t('investors:mergeFailed'),
  )
  return isMerged
}
