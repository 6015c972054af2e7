// Judges the changes of a request one after the other, each seeing what the ones before it wrote.
import { codeTexts } from '#schema/codes.ts'
import { issueSentences } from '#schema/issues.ts'
import type { Known, Verdict } from '#schema/protocol.ts'
import type { Viewer } from '#schema/viewer.ts'
import type { TenantTx } from '../db/database.ts'
import { nextMark } from '../db/marks.ts'
import { type AuditEntry, auditEntries } from './audit.ts'
import { renewValueRatios } from './consequences.ts'
import { isInChainSql, withMarks } from './chain.ts'
import { type Bench, judgeOperation } from './judge.ts'
import type { DeskChange, Outcome } from './outcome.ts'
import { prefetch } from './prefetch.ts'
import { type Refusals, refusals } from './refusals.ts'
import { rememberedVerdicts, type Remembered } from './remembered.ts'
import { type Exit, stamp } from './stamp.ts'
import { createWorkingSet, type WorkingSet } from './working-set.ts'
import { asksForToday, todayOf } from './today.ts'
import type { Submitted } from './write.ts'

export interface Batch {
  readonly results: Verdict[]
  /** The tenant's number before the batch, and after what was kept so far. */
  readonly before: number
  number: number
  /** The mark of `number`, and those of all numbers after `before`. */
  mark: string
  readonly marks: string[]
  /** The device that asks comes from another history: nothing is judged. */
  readonly isForked: boolean
  auditHash: string
  readonly at: string
  /** The calendar date for fields that default to today. */
  today: string
  readonly set: WorkingSet
  readonly exits: Exit[]
  readonly audit: AuditEntry[]
  readonly remember: Remembered[]
  readonly audiences: Set<string>
  readonly refused: Refusals
}

interface Counter {
  readonly n: number
  readonly mark: string
  readonly auditHash: string
  readonly isForked: boolean
}

/** Takes the tenant's number under its row lock first: commit order is number order. */
async function takeNumber(tx: TenantTx, known: Known | undefined): Promise<Counter> {
  // The point that a device knows was committed before it asked: the statement's own snapshot has it.
  const [row] = await tx.query<Counter>(
    `select n, mark, audit_hash as "auditHash", not ${isInChainSql('$2', '$3')} as "isForked"
from tenant_numbers where tenant_id = $1 for update`,
    [tx.tenantId, known?.number ?? null, known?.mark ?? null],
  )
  if (!row) throw new Error('The tenant does not exist')
  return row
}

/** A batch in which nothing is decided yet, holding the tenant's lock. */
export async function openBatch(tx: TenantTx, now: Date, earlier?: Refusals, known?: Known): Promise<Batch> {
  const { n, ...counter } = await takeNumber(tx, known)
  const empty = {
    ...counter,
    marks: [],
    results: [],
    exits: [],
    audit: [],
    remember: [],
    audiences: new Set<string>(),
    refused: refusals(earlier),
  }
  return {
    ...empty,
    before: n,
    number: n,
    at: now.toISOString(),
    today: now.toISOString().slice(0, 10),
    set: createWorkingSet(tx),
  }
}

/**
 * `compose` says what is to be judged, from what is there under the tenant's lock; `earlier` what the changes of the
 * same request were refused before.
 */
export async function judgeBatch(
  tx: TenantTx,
  viewer: Viewer,
  compose: (tx: TenantTx) => Promise<readonly Submitted[]>,
  now: Date,
  { earlier, known }: { readonly earlier?: Refusals | undefined; readonly known?: Known | undefined } = {},
): Promise<Batch> {
  const batch = await openBatch(tx, now, earlier, known)
  if (batch.isForked) return batch
  const submitted = await compose(tx)
  if (!submitted.length) return batch
  if (asksForToday(submitted)) batch.today = await todayOf(tx, viewer, now)
  const { set, refused } = batch
  const remembered = await rememberedVerdicts(
    tx,
    submitted.map(({ id }) => id),
  )
  await prefetch(
    set,
    submitted.filter((each) => !remembered.has(each.id)),
  )
  for (const each of submitted) {
    const before = remembered.get(each.id)
    if (before) {
      batch.results.push(
        before.hash === each.hash && before.userId === viewer.userId
          ? before.result
          : decided(each.id, { code: 'DUPLICATE' }),
      )
      continue
    }
    const result = 'ops' in each ? await judgeChange(batch, viewer, each) : malformed(each, refused)
    batch.results.push(result)
    const decision = { id: each.id, userId: viewer.userId, hash: each.hash, result }
    remembered.set(each.id, decision)
    batch.remember.push(decision)
  }
  return withMarks(tx, batch)
}

function malformed(each: Extract<Submitted, { errors: unknown }>, refused: Refusals): Verdict {
  for (const id of each.creates) refused.addCreate(id)
  return decided(each.id, { code: 'VALIDATION', errors: { ...each.errors } })
}

const decided = (
  id: string,
  { code, errors }: { code: NonNullable<Verdict['code']>; errors?: Record<string, string> },
): Verdict => ({
  id,
  verdict: 'rejected',
  number: null,
  code,
  message: codeTexts[code],
  ...(errors ? { errors } : {}),
})

async function judgeChange(batch: Batch, viewer: Viewer, change: DeskChange): Promise<Verdict> {
  const { set, refused } = batch
  const bench: Bench = {
    set,
    viewer,
    now: batch.at,
    today: batch.today,
    changeId: change.id,
    strangers: change.strangers,
    isRefusedCreate: (id) => refused.hasCreate(id),
  }
  const outcomes: Outcome[] = []
  for (const op of change.ops) {
    const outcome: Outcome = refused.touches(op)
      ? { kind: 'rejected', code: 'SUPERSEDED' }
      : await judgeOperation(bench, op)
    outcomes.push(outcome)
    if (outcome.kind === 'rejected') break
  }
  const verdict = verdictOf(change, outcomes)
  if (verdict.verdict === 'rejected' || (verdict.verdict === 'conflict' && change.ops.length > 1)) set.drop()
  if (verdict.verdict === 'rejected' || verdict.verdict === 'conflict')
    refused.add(change, verdict, ({ entity, id }) => set.peek(entity, id) !== undefined)
  const number = await keep(batch, viewer, change)
  if (verdict.verdict === 'rejected') return verdict
  const unchanged =
    verdict.verdict === 'conflict'
      ? null
      : Math.max(0, ...outcomes.map((each) => (each.kind === 'done' ? (each.number ?? 0) : 0)))
  return { ...verdict, number: number ?? unchanged }
}

/** Stamps and keeps what the change staged; null when it wrote nothing. */
export async function keep(
  batch: Batch,
  viewer: Viewer,
  change: Pick<DeskChange, 'id' | 'ops'>,
): Promise<number | null> {
  const { set } = batch
  if (!set.staged().length) return null
  await renewValueRatios(set)
  const stamped = stamp(set.staged(), batch.number)
  const entries = auditEntries(batch.auditHash, {
    viewer,
    changeId: change.id,
    number: stamped.number,
    at: batch.at,
    ops: change.ops,
    staged: stamped.rows,
  })
  set.keep(stamped.rows)
  for (; batch.number < stamped.number; batch.number++) batch.marks.push((batch.mark = nextMark(batch.mark)))
  batch.auditHash = entries.at(-1)!.hash
  batch.audit.push(...entries)
  batch.exits.push(...stamped.exits)
  for (const audience of stamped.audiences) batch.audiences.add(audience)
  return stamped.number
}

function verdictOf(change: DeskChange, outcomes: readonly Outcome[]): Verdict {
  const refusal = outcomes.find((each) => each.kind === 'rejected')
  if (refusal)
    return decided(change.id, {
      code: refusal.code,
      ...(refusal.issues ? { errors: issueSentences(refusal.issues) } : {}),
    })
  const conflicts = outcomes.filter((each) => each.kind === 'conflict')
  if (conflicts.length) {
    const { code } = conflicts[0]!
    return {
      id: change.id,
      verdict: 'conflict',
      number: null,
      code,
      message: codeTexts[code],
      conflicts: conflicts.flatMap((each) => [...each.conflicts]),
    }
  }
  const merged = outcomes.some((each) => each.kind === 'done' && each.merged)
  return { id: change.id, verdict: merged ? 'merged' : 'applied', number: null }
}
