import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import type { ReadableNames } from '#schema/records/readable-names.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import type { Actor } from '#server/records/actor.ts'
import { continueTrail, type Trail } from '#server/records/audit/audit-chain.ts'
import { isInChainSql } from './checkpoint-chain.ts'
import { type TenantUsers, tenantUsersOf } from '#server/records/rows/tenant-users.ts'
import { otherNamesSql } from './newer-names.ts'
import type { RulesByEntity, WriteDeps } from '#server/records/rows/entity-rules.ts'
import { type RefusedChanges, createRefusedChanges } from '#server/records/judge/refused-changes.ts'
import type { Upkeep } from '#server/records/judge/recovery.ts'
import type { Outcome } from '#server/records/judge/outcome.ts'
import type { Remembered } from './earlier-verdicts.ts'
import type { Tombstone } from './stamp.ts'
import { createWorkingSet, type Staged, type WorkingSet } from '#server/records/rows/working-set.ts'

export interface OpenBatch {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly results: Verdict[]
  readonly before: number
  number: number
  readonly mark: string
  readonly changeHashes: string[]
  lastCheckpointHash?: string
  /** Another timeline: nothing is judged. */
  readonly isForked: boolean
  readonly otherNames: ReadableNames | null
  readonly markKey: string
  readonly at: string
  today: string
  readonly set: WorkingSet
  readonly rules: RulesByEntity
  readonly upkeep: Upkeep
  readonly tenantUsers: TenantUsers
  readonly tombstones: Tombstone[]
  readonly trail: Trail
  readonly remember: Remembered[]
  readonly audiences: Map<string, number>
  readonly refused: RefusedChanges
  readonly waiting: Set<string>
  /** Only the first change. */
  prejudged: Prejudged | undefined
}

interface Counter {
  readonly n: number
  readonly mark: string
  readonly markKey: string
  readonly lastAuditIndex: number
  readonly auditHash: string
  readonly isForked: boolean
  readonly otherNames: ReadableNames | null
}

/** First, so that commit order is number order. */
async function lockCounter(tx: TenantTx, known: Checkpoint | undefined): Promise<Counter> {
  // The checkpoint was committed first, so this snapshot contains it.
  const [row] = await tx.query<Counter>(
    `select n, mark, mark_key as "markKey", audit_place as "lastAuditIndex", audit_hash as "auditHash", not ${isInChainSql('$2', '$3')} as "isForked",
  ${otherNamesSql} as "otherNames"
from tenant_numbers where tenant_id = $1 for update`,
    [tx.tenantId, known?.number ?? null, known?.mark ?? null],
  )
  if (!row) throw new Error('The tenant does not exist')
  return row
}

export interface Opening {
  readonly known?: Checkpoint | undefined
  readonly earlier?: RefusedChanges | undefined
  /** Reads that follow the lock without waiting for it. */
  readonly prefetch?: ((reading: Reading) => Promise<unknown>) | undefined
  /** Judges a large delete. Other writes go on meanwhile; if they concern it, it is judged again. */
  readonly beforeLock?: ((reading: Reading) => Promise<Prejudged | undefined>) | undefined
}

export type Reading = Pick<OpenBatch, 'tx' | 'set' | 'rules' | 'tenantUsers' | 'at' | 'today'>

/** Its rows are staged. */
export interface Prejudged {
  readonly changeId: string
  readonly outcomes: readonly Outcome[]
}

async function numberOf(tx: TenantTx): Promise<number> {
  const [row] = await tx.query<Counter>('select n from tenant_numbers where tenant_id = $1', [tx.tenantId])
  if (!row) throw new Error('The tenant does not exist')
  return row.n
}

export async function openBatch(
  tx: TenantTx,
  { database, now, rules, auditKeys }: Pick<WriteDeps, 'database' | 'now' | 'rules' | 'auditKeys'>,
  actor: Actor,
  { known, earlier, prefetch, beforeLock }: Opening = {},
): Promise<OpenBatch> {
  const at = now()
  const day = { at: at.toISOString(), today: at.toISOString().slice(0, 10) }
  const set = createWorkingSet(tx, day.at)
  const reading = { tx, set, rules, tenantUsers: tenantUsersOf(database.directory, tx.tenantId), ...day }
  const readAt = beforeLock && (await numberOf(tx))
  let prejudged = await beforeLock?.(reading)
  const [{ n, lastAuditIndex, auditHash, ...counter }] = await Promise.all([
    lockCounter(tx, known),
    prefetch?.(reading),
  ])
  if (readAt !== undefined && n > readAt && (await set.catchUp(readAt))) {
    set.drop()
    prejudged = undefined
  }
  const chain = { tenantId: tx.tenantId, chain: 'records' } as const
  const empty = {
    ...counter,
    changeHashes: [],
    results: [],
    tombstones: [],
    trail: continueTrail(chain, { place: lastAuditIndex, hash: auditHash }, auditKeys.newest()),
    remember: [],
    audiences: new Map<string, number>(),
    waiting: new Set<string>(),
    refused: createRefusedChanges(earlier),
  }
  return {
    ...empty,
    ...reading,
    prejudged,
    actor,
    before: n,
    number: n,
    upkeep: database.upkeep,
  }
}

export function assignNumber(batch: OpenBatch, hash: string): void {
  batch.number++
  batch.changeHashes.push(hash)
}

export function checkpointHashesOf({ markKey, before, changeHashes, at, mark }: OpenBatch): string[] {
  let last = mark
  return changeHashes.map((hash, index) => {
    last = nextCheckpointHash(markKey, last, { number: before + 1 + index, at: Date.parse(at), hash })
    return last
  })
}

/** A silently emptied row keeps its number. */
export const isNumbered =
  ({ before }: Pick<OpenBatch, 'before'>) =>
  ({ after }: Staged): boolean =>
    after.number > before

export const newScopesOf = (batch: Pick<OpenBatch, 'set' | 'before'>): [userId: string, number: number][] =>
  [...batch.set.kept()].flatMap(([{ scopeOf }, rows]) =>
    scopeOf === undefined
      ? []
      : rows.filter(isNumbered(batch)).map(({ after }): [string, number] => [after[scopeOf] as string, after.number]),
  )
