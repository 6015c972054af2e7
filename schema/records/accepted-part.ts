// The server saves this part, and a device resends it after a restored backup; both must compute the same.
import { withGroups } from './change.ts'
import type { Conflict, Operation } from '#schema/sync/protocol.ts'

export const withoutConflicts = (ops: readonly Operation[], conflicts: readonly Conflict[]): Operation[] =>
  ops
    .map((operation) => acceptedPart(operation, conflicts))
    .filter((operation) => operation.op !== 'update' || Object.keys(operation.fields).length > 0)

function acceptedPart(operation: Operation, conflicts: readonly Conflict[]): Operation {
  if (operation.op !== 'update') return operation
  const refused = fieldsInConflict(operation, conflicts)
  const withoutRefused = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !refused.has(field)))
  return { ...operation, fields: withoutRefused(operation.fields), base: withoutRefused(operation.base) }
}

/** Conflicting fields with their groups; all fields if the verdict names none. */
export function fieldsInConflict(
  { entity, id, fields }: Extract<Operation, { op: 'update' }>,
  conflicts: readonly Conflict[],
): ReadonlySet<string> {
  const named = conflicts.filter((each) => each.entity === entity && each.id === id)
  if (named.length === 0) return new Set(Object.keys(fields))
  return new Set(
    withGroups(
      entity,
      named.map(({ field }) => field),
    ),
  )
}
