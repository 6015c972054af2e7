// Changes that came back, as the sync centre lists them.
import type { Conflict, Operation, Verdict } from '#schema/protocol.ts'
import type { OutboxEntry } from '#web/store/contract.ts'
import type { MemoryStore } from './memory-store.ts'

export const entry = (id: string, more: Partial<OutboxEntry>): OutboxEntry => ({
  id,
  at: '2025-06-30T10:00:00.000Z',
  state: 'waiting',
  ops: [],
  verdict: null,
  names: {},
  ...more,
})

/** A field of a project as somebody else has changed it at noon of the 30th. */
export const conflictOf = (id: string, field: string, base: string, yours: string, theirs: string): Conflict => ({
  entity: 'projects',
  id,
  field,
  base,
  yours,
  theirs,
  by: 'Marek',
  at: '2025-06-30T12:00:00.000Z',
})

/** Another change that needs the person; the store's own count follows. */
export function needing(store: MemoryStore, id: string, ops: readonly Operation[], verdict: Partial<Verdict>): void {
  store.entries.push(
    entry(id, { state: 'attention', ops, verdict: { id, verdict: 'conflict', number: null, ...verdict } }),
  )
  store.setStatus({ attention: store.entries.filter(({ state }) => state === 'attention').length })
}

/** A change of a project's fields that conflicts in each of them. */
export function conflicting(store: MemoryStore, id: string, projectId: string, conflicts: readonly Conflict[]): void {
  const valuesOf = (side: 'base' | 'yours') =>
    Object.fromEntries(conflicts.map((each) => [each.field, each[side]] as const))
  const op = { op: 'update', entity: 'projects', id: projectId, fields: valuesOf('yours'), base: valuesOf('base') }
  needing(store, id, [op as Operation], { code: 'CONFLICT', conflicts: [...conflicts] })
}
