// What of a change came back, what of it the server has, and what only this device holds.
import { fieldsOf, type Operation } from '#schema/protocol.ts'
import type { LedgerEntry } from '#web/store/contract.ts'

/** The operations without the fields that a comparison shows; what is left empty is gone. */
export function besidesConflicts({ ops, verdict }: LedgerEntry): readonly Operation[] {
  const conflicts = verdict?.conflicts ?? []
  if (conflicts.length === 0) return []
  return ops.flatMap((op) => {
    if (op.op !== 'create' && op.op !== 'update') return []
    const named = new Set(conflicts.filter(({ id }) => id === op.id).map(({ field }) => field))
    const fields = Object.entries(op.fields).filter(([field]) => !named.has(field))
    return fields.length > 0 ? [{ ...op, fields: Object.fromEntries(fields) }] : []
  })
}

/** Of a change of one operation the groups without conflict were applied; one of several is held back whole (MERGE3). */
export const hasSavedTheRest = ({ ops, verdict }: LedgerEntry): boolean =>
  ops.length === 1 && verdict?.verdict === 'conflict'

/** What discarding throws away. */
export function thrownAway(entry: LedgerEntry): readonly Operation[] {
  const saved = hasSavedTheRest(entry) ? besidesConflicts(entry) : []
  return entry.ops.flatMap((op) => {
    const kept = saved.find(({ id }) => id === op.id)
    if ((op.op !== 'create' && op.op !== 'update') || !kept) return [op]
    const fields = Object.entries(op.fields).filter(([field]) => !(field in fieldsOf(kept)))
    return [{ ...op, fields: Object.fromEntries(fields) }]
  })
}

const isOpen = ({ state }: LedgerEntry): boolean => state === 'attention' || state === 'waiting' || state === 'sent'

/** The open changes that an earlier one took with it. */
export const wentWith = (ledger: readonly LedgerEntry[], { id }: LedgerEntry): readonly LedgerEntry[] =>
  ledger.filter((each) => each.because === id && isOpen(each))

export interface RecordChanges {
  readonly id: string
  readonly entries: readonly LedgerEntry[]
}

/** By the record that is changed first, in the order given. */
export function byRecord(entries: readonly LedgerEntry[]): readonly RecordChanges[] {
  const groups = Map.groupBy(entries, ({ ops }) => ops[0]?.id ?? '')
  return [...groups].map(([id, of]) => ({ id, entries: of }))
}
