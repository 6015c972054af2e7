import { groupOf } from '#schema/kernel/entity.ts'
import { type Conflict, type Operation } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import type { OutboxEntry } from '#web/store/base/contract.ts'

export function operationsWithoutConflict({ ops, verdict }: OutboxEntry): readonly Operation[] {
  const conflicts = verdict?.conflicts ?? []
  if (conflicts.length === 0) return []
  return ops.flatMap((op) => {
    if (op.op !== 'create' && op.op !== 'update') return []
    const named = new Set(conflicts.filter(({ id }) => id === op.id).map(({ field }) => field))
    const fields = Object.entries(op.fields).filter(([field]) => !named.has(field))
    return fields.length > 0 ? [{ ...op, fields: Object.fromEntries(fields) }] : []
  })
}

export type Settling = 'fields' | 'gone' | 'delete' | 'result' | 'whole'

export function settlingOf({ verdict, ops }: OutboxEntry): Settling {
  if (verdict?.code === 'DELETED' || verdict?.code === 'PARENT_GONE') return 'gone'
  if (verdict?.code === 'DELETE_CHANGED') return 'delete'
  if (verdict?.code === 'RESULT_CHANGED' && verdict.result) return 'result'
  if (verdict?.verdict === 'conflict' && verdict.conflicts?.length) return 'fields'
  return ops.length > 0 && ops.every(({ op }) => op === 'delete') ? 'delete' : 'whole'
}

export interface ConflictGroup {
  readonly key: string
  readonly id: string
  readonly field: string
  readonly conflicts: readonly Conflict[]
}

export function conflictGroups(conflicts: readonly Conflict[]): readonly ConflictGroup[] {
  const groups = Map.groupBy(conflicts, ({ entity, id, field }) => {
    const definition = entityNamed(entity)
    return `${id} ${definition ? groupOf(definition, field).join() : field}`
  })
  return [...groups].map(([key, group]) => ({ key, id: group[0]!.id, field: group[0]!.field, conflicts: group }))
}

/**
 * With one operation the server saved the groups without conflict; a change with several is rejected whole (MERGE3).
 */
export const hasSavedTheRest = ({ ops, verdict }: OutboxEntry): boolean =>
  ops.length === 1 && verdict?.verdict === 'conflict'

const isOpen = ({ state }: OutboxEntry): boolean => state === 'attention' || state === 'waiting' || state === 'sent'

export const supersededBy = (outbox: readonly OutboxEntry[], { id }: OutboxEntry): readonly OutboxEntry[] =>
  outbox.filter((each) => each.because === id && isOpen(each))

export interface RecordChanges {
  readonly id: string
  readonly entries: readonly OutboxEntry[]
}

export function byRecord(entries: readonly OutboxEntry[]): readonly RecordChanges[] {
  const groups = Map.groupBy(entries, ({ ops }) => ops[0]?.id ?? '')
  return [...groups].map(([id, group]) => ({ id, entries: group }))
}
