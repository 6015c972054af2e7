// Later changes that build on a refused one are refused, too.
import { buildsOnRefused, refuseFields, touchedFields } from '#schema/records/change.ts'
import { createdByActs, includesRow } from '#schema/records/derived-ids.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { SubmittedChange } from './outcome.ts'

export type RefusedChanges = ReturnType<typeof createRefusedChanges>

interface EarlierRefusals {
  readonly creates: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
}

/** Copies `earlier`: a transaction may be retried. */
export function createRefusedChanges(earlier: EarlierRefusals = { creates: new Set(), fields: new Set() }) {
  const creates = new Set(earlier.creates)
  const fields = new Set(earlier.fields)
  const refused = { rows: creates, fields }
  return {
    creates,
    fields,
    hasCreate: (id: string): boolean => includesRow(creates, id),
    addCreate: (id: string): void => void creates.add(id),
    touches: (op: SubmittedChange['ops'][number]): boolean => buildsOnRefused(refused, op),
    /** For a change of one operation, only its fields in conflict count. */
    add(
      change: SubmittedChange,
      { conflicts }: Verdict,
      isThere: (op: SubmittedChange['ops'][number]) => boolean,
    ): void {
      for (const part of createdByActs(change)) creates.add(part)
      const { ops } = change
      for (const op of ops) {
        if (op.op === 'create' && !isThere(op)) creates.add(op.id)
        const names = ops.length === 1 && conflicts?.length ? conflicts.map(({ field }) => field) : touchedFields(op)
        refuseFields(refused, op, names)
      }
    },
  }
}
