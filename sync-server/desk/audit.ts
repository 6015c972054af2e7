// One entry per operation with what was before and after, chained by hash under the tenant's lock: an entry that is
// changed or removed breaks the chain.
import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { canonicalJson } from '#schema/canonical-json.ts'
import type { Viewer } from '#schema/viewer.ts'
import { audienceColumns, sinceColumn } from '../db/audiences.ts'
import type { DeskOperation } from './outcome.ts'
import type { Staged } from './working-set.ts'
import type { Was } from './writers.ts'

export const firstAuditHash = '0'.repeat(64)

export interface AuditEntry {
  readonly id: string
  readonly number: number
  readonly userId: string
  readonly action: string
  readonly entityType: string
  readonly entityId: string
  readonly details: unknown
  readonly timestamp: string
  readonly hash: string
  readonly previousHash: string
}

const serverColumns = ['number', 'updatedAt', 'createdAt', 'createdBy', 'deletedIn', 'emptied']

/** The columns that differ, as they were and as they are. */
function difference({ of, before, after }: Staged): {
  before: Record<string, unknown>
  after: Record<string, unknown>
} {
  const kept = new Set([...serverColumns, ...audienceColumns(of).map(sinceColumn)])
  const changed = Object.keys(after).filter(
    (name) => !kept.has(name) && (before?.[name] ?? null) !== (after[name] ?? null),
  )
  const pick = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((name) => [name, row[name] ?? null]))
  return { before: before ? pick(before) : {}, after: pick(after) }
}

export const auditHash = (previous: string, entry: Omit<AuditEntry, 'hash' | 'previousHash'>): string =>
  createHash('sha256').update(previous).update(canonicalJson(entry)).digest('hex')

interface Audited {
  readonly viewer: Viewer
  readonly changeId: string
  readonly number: number
  readonly at: string
  readonly ops: readonly DeskOperation[]
  readonly staged: readonly Staged[]
  /** Of a change that comes back after a restore: where it had been, and the fields that each operation decided. */
  readonly was?: Was | undefined
  readonly decided?: readonly (readonly string[] | undefined)[]
}

/** The entries of one change; rows that only followed (sums, names, cascades) are listed with the operation. */
export function auditEntries(previous: string, audited: Audited): AuditEntry[] {
  const { viewer, changeId, number, at, ops, staged, was, decided } = audited
  const named = new Set(ops.map(({ entity, id }) => `${entity} ${id}`))
  const followed = staged
    .filter(({ of, after }) => !named.has(`${of.name} ${after.id}`))
    .map(({ of, after }) => [of.name, after.id])
  let last = previous
  return ops.map((op, index) => {
    const row = staged.find(({ of, after }) => of.name === op.entity && after.id === op.id)
    const body = {
      id: uuidv7(),
      number,
      userId: viewer.userId,
      action: op.op,
      entityType: op.entity,
      entityId: op.id,
      details: {
        changeId,
        role: viewer.role,
        ...(row ? difference(row) : {}),
        ...(index === 0 && followed.length ? { followed } : {}),
        ...(was ? { was, decided: decided?.[index] ?? [] } : {}),
      },
      timestamp: at,
    }
    const entry = { ...body, previousHash: last, hash: auditHash(last, body) }
    last = entry.hash
    return entry
  })
}
