// Refused changes of a request; later changes that build on them are refused, too.
import { buildsOnRefused, refuseFields, touchedFields } from '#schema/records/change.ts'
import type { Verdict } from '#schema/sync/protocol.ts'
import type { SubmittedChange } from './outcome.ts'

export type RefusedChanges = ReturnType<typeof createRefusedChanges>

interface RefusedSoFar {
  readonly creates: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
}

/** Copies `earlier`: a transaction may be retried. */
export function createRefusedChanges(earlier: RefusedSoFar = { creates: new Set(), fields: new Set() }) {
  const creates = new Set(earlier.creates)
  const fields = new Set(earlier.fields)
  return {
    creates,
    fields,
    hasCreate: (id: string): boolean => creates.has(id),
    addCreate: (id: string): void => void creates.add(id),
    touches: (op: SubmittedChange['ops'][number]): boolean => buildsOnRefused({ rows: creates, fields }, op),
    /** For a change of one operation, only its fields in conflict count. */
    add(
      { ops }: SubmittedChange,
      { conflicts }: Verdict,
      isThere: (op: SubmittedChange['ops'][number]) => boolean,
    ): void {
      for (const op of ops) {
        if (op.op === 'create' && !isThere(op)) creates.add(op.id)
        const names = ops.length === 1 && conflicts?.length ? conflicts.map(({ field }) => field) : touchedFields(op)
        refuseFields({ rows: creates, fields }, op, names)
      }
    },
  }
}
