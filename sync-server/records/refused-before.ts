// What earlier changes of a request were refused: later ones that build on it are not judged by themselves.
import { groupOf } from '#schema/entity.ts'
import type { Verdict } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { SubmittedChange, SubmittedOperation } from './outcome.ts'

export type RefusedBefore = ReturnType<typeof createRefusedBefore>

interface RefusedParts {
  readonly creates: ReadonlySet<string>
  readonly fields: ReadonlySet<string>
}

const key = (op: SubmittedOperation, field: string): string => `${op.entity} ${op.id} ${field}`

/** The fields that an update touches, with those that merge together with them. */
function touched(op: SubmittedOperation): readonly string[] {
  const of = entityNamed(op.entity)
  if (op.op !== 'update' || !of) return []
  return [...new Set(Object.keys(op.fields).flatMap((field) => [...groupOf(of, field)]))]
}

/** Begins with what was refused `earlier`, which stays as it is: a transaction may be tried again. */
export function createRefusedBefore(earlier: RefusedParts = { creates: new Set(), fields: new Set() }) {
  const creates = new Set(earlier.creates)
  const fields = new Set(earlier.fields)
  return {
    creates,
    fields,
    hasCreate: (id: string): boolean => creates.has(id),
    addCreate: (id: string): void => void creates.add(id),
    touches: (op: SubmittedOperation): boolean =>
      creates.has(op.id) || touched(op).some((field) => fields.has(key(op, field))),
    /** Of a single operation the fields without conflict were applied; of several, none was. */
    add({ ops }: SubmittedChange, { conflicts }: Verdict, isThere: (op: SubmittedOperation) => boolean): void {
      for (const op of ops) {
        if (op.op === 'create' && !isThere(op)) creates.add(op.id)
        const names = ops.length === 1 && conflicts?.length ? conflicts.map(({ field }) => field) : touched(op)
        for (const field of names) fields.add(key(op, field))
      }
    },
  }
}
