import { verbPath } from '#schema/kernel/entity.ts'
import { applyVerb, hashOfShown } from '#schema/records/apply-verb.ts'
import { limits } from '#schema/sync/protocol.ts'
import { type Act, verbNamed } from '#schema/verbs.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { Preview, ConfirmedPreview, Store } from '#web/store/base/contract.ts'
import { readRows } from '#web/store/tables/read-rows.ts'
import type { Tables } from '#web/store/tables/tables.ts'

export function previewAct(tables: Tables, act: Act, seed: string): Preview | null {
  const verb = verbNamed(act)
  const result = verb && applyVerb(verb, readRows(tables), { ...act, seed, changeId: seed, index: 0 })
  return result?.isApplicable ? { ...result, seed } : null
}

type ActingStore = Pick<Store, 'preview' | 'commit' | 'online' | 'status'>

/** An act of too many rows is done online once nothing is unsent; until then the commit refuses it with the figure. */
export async function performAct(
  store: ActingStore,
  act: Act,
  preview: ConfirmedPreview | null | undefined,
): Promise<CommitResult> {
  const { shown, seed } = preview ?? {}
  const isLarge = (store.preview(act)?.steps.length ?? 0) > limits.stepsPerVerb
  if (!isLarge || store.status.waiting > 0)
    return store.commit([{ op: 'act', ...act, ...(shown && { shown }), ...(seed && { seed }) }])
  const expect = shown ? { expect: hashOfShown(shown) } : {}
  const ids = seed && verbNamed(act)?.creates ? { seed } : {}
  await store.online.act(act.entity, act.id, verbPath(act.verb), { ...act.fields, ...expect, ...ids })
  return { ok: true, changeId: '', id: act.id }
}
