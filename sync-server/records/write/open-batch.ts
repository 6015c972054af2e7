// The state in which a request's changes are judged under the tenant's lock, until it is saved as a whole.
import type { Checkpoint, Verdict } from '#schema/sync/protocol.ts'
import type { ReadableNames } from '#schema/records/readable-names.ts'
import type { TenantTx } from '#server/db/connect/database.ts'
import { nextCheckpointHash } from '#server/db/checkpoint-hashes.ts'
import type { Actor } from '#server/records/actor.ts'
import { continueTrail, type Trail } from '#server/records/audit/audit-chain.ts'
import { isInChainSql } from './chain.ts'
import { type Colleagues, colleaguesOf } from '#server/records/rows/colleagues.ts'
import { otherNamesSql } from './newer-names.ts'
import type { RulesByNoun, WriteDeps } from '#server/records/rows/noun-rules.ts'
import { type RefusedBefore, createRefusedBefore } from '#server/records/judge/refused-earlier.ts'
import type { Upkeep } from '#server/records/judge/recovery.ts'
import type { Remembered } from './earlier-verdicts.ts'
import type { Tombstone } from './stamp.ts'
import { createWorkingSet, type Staged, type WorkingSet } from '#server/records/rows/working-set.ts'

export interface OpenBatch {
  readonly tx: TenantTx
  readonly actor: Actor
  readonly results: Verdict[]
  /** The tenant's number before the batch, and after the changes kept so far. */
  readonly before: number
  number: number
  /** The mark of `before`, and for each later number the hash of the change that took it. */
  readonly mark: string
  readonly changeHashes: string[]
  /** The mark of `number` once it is saved. */
  lastMark?: string
  /** Set when the asking device comes from another history: nothing is judged. */
  readonly isForked: boolean
  /** The readable names in the database, when they are not this node's own. */
  readonly otherNames: ReadableNames | null
  /** The key that seals the firm's marks. */
  readonly markKey: string
  readonly at: string
  /** The calendar date for fields that default to today. */
  today: string
  readonly set: WorkingSet
  readonly rules: RulesByNoun
  readonly upkeep: Upkeep
  readonly colleagues: Colleagues
  readonly tombstones: Tombstone[]
  /** The audit entries of the batch. */
  readonly trail: Trail
  readonly remember: Remembered[]
  readonly audiences: Map<string, number>
  readonly refused: RefusedBefore
  /** Rows whose changes wait until the firm has recovered the rows they refer to. */
  readonly waiting: Set<string>
}

interface Counter {
  readonly n: number
  readonly mark: string
  readonly markKey: string
  readonly auditPlace: number
  readonly auditHash: string
  readonly isForked: boolean
  readonly otherNames: ReadableNames | null
}

/** Locks the row of the tenant's number before anything else, so that the order of commits is the order of numbers. */
async function lockCounter(tx: TenantTx, known: Checkpoint | undefined): Promise<Counter> {
  // The point that a device names was committed before the device asked, so this statement's own snapshot contains it.
  const [row] = await tx.query<Counter>(
    `select n, mark, mark_key as "markKey", audit_place as "auditPlace", audit_hash as "auditHash", not ${isInChainSql('$2', '$3')} as "isForked",
  ${otherNamesSql} as "otherNames"
from tenant_numbers where tenant_id = $1 for update`,
    [tx.tenantId, known?.number ?? null, known?.mark ?? null],
  )
  if (!row) throw new Error('The tenant does not exist')
  return row
}

/** Opens a batch without decisions; it holds the tenant's lock. */
export async function openBatch(
  tx: TenantTx,
  { database, now, rules, auditKeys }: Pick<WriteDeps, 'database' | 'now' | 'rules' | 'auditKeys'>,
  actor: Actor,
  earlier?: RefusedBefore,
  known?: Checkpoint,
): Promise<OpenBatch> {
  const at = now()
  const { n, auditPlace, auditHash, ...counter } = await lockCounter(tx, known)
  const chain = { tenantId: tx.tenantId, chain: 'records' } as const
  const empty = {
    ...counter,
    changeHashes: [],
    results: [],
    tombstones: [],
    trail: continueTrail(chain, { place: auditPlace, hash: auditHash }, auditKeys.newest()),
    remember: [],
    audiences: new Map<string, number>(),
    waiting: new Set<string>(),
    refused: createRefusedBefore(earlier),
  }
  return {
    ...empty,
    tx,
    actor,
    before: n,
    number: n,
    at: at.toISOString(),
    today: at.toISOString().slice(0, 10),
    set: createWorkingSet(tx, at.toISOString()),
    rules,
    upkeep: database.upkeep,
    colleagues: colleaguesOf(database.directory, tx.tenantId),
  }
}

/** Takes the next number for the change with this hash. */
export function assignNumber(batch: OpenBatch, hash: string): void {
  batch.number++
  batch.changeHashes.push(hash)
}

/** The marks of all numbers that the batch took. */
export function marksOf({ markKey, before, changeHashes, at, mark }: OpenBatch): string[] {
  let last = mark
  return changeHashes.map((hash, index) => {
    last = nextCheckpointHash(markKey, last, { number: before + 1 + index, at: Date.parse(at), hash })
    return last
  })
}

/** Whether the batch gave the row a new number; a row that it emptied silently keeps its old one. */
export const isNumbered =
  ({ before }: Pick<OpenBatch, 'before'>) =>
  ({ after }: Staged): boolean =>
    after.number > before

/** The people whose scope begins anew with the batch, with the number at which it does. */
export const newScopesOf = (batch: Pick<OpenBatch, 'set' | 'before'>): [userId: string, number: number][] =>
  [...batch.set.kept()].flatMap(([{ scopeOf }, rows]) =>
    scopeOf === undefined
      ? []
      : rows.filter(isNumbered(batch)).map(({ after }): [string, number] => [after[scopeOf] as string, after.number]),
  )
