// Refused changes of a request; later changes that build on them are refused, too.
import type { IdSource } from '#schema/records/derived-ids.ts'
import { buildsOnRefused, isRefusedRow, refuseFields, touchedFields } from '#schema/records/change.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { SubmittedChange } from './outcome.ts'

export type RefusedChanges = ReturnType<typeof createRefusedChanges>

interface RefusedSoFar {
  readonly creates: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
  readonly acts: readonly IdSource[]
}

/** Copies `earlier`: a transaction may be retried. */
export function createRefusedChanges(earlier: RefusedSoFar = { creates: new Set(), fields: new Set(), acts: [] }) {
  const creates = new Set(earlier.creates)
  const fields = new Set(earlier.fields)
  const acts = [...earlier.acts]
  const refused = { rows: creates, fields, acts }
  return {
    creates,
    fields,
    acts,
    hasCreate: (id: string): boolean => isRefusedRow(refused, id),
    addCreate: (id: string): void => void creates.add(id),
    touches: (op: SubmittedChange['ops'][number]): boolean => buildsOnRefused(refused, op),
    /** For a change of one operation, only its fields in conflict count. */
    add(
      { id, ops }: SubmittedChange,
      { conflicts }: Verdict,
      isThere: (op: SubmittedChange['ops'][number]) => boolean,
    ): void {
      for (const [index, op] of ops.entries()) {
        if (op.op === 'act') acts.push({ changeId: id, index })
        if (op.op === 'create' && !isThere(op)) creates.add(op.id)
        const names = ops.length === 1 && conflicts?.length ? conflicts.map(({ field }) => field) : touchedFields(op)
        refuseFields(refused, op, names)
      }
    },
  }
}
