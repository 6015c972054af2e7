import { codeTexts } from '#schema/kernel/codes.ts'
import { type Issues, issuesBody } from '#schema/kernel/issues.ts'
import { groupOf } from '#schema/kernel/entity.ts'
import { rowsNamedIn } from '#schema/records/change.ts'
import { includesRow, writtenRows } from '#schema/records/derived-ids.ts'
import { withoutConflicts } from '#schema/records/accepted-part.ts'
import { type Conflict, type Operation, type Verdict, verbIn, withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { originOf, type JudgedActor, authorViewerOf } from '#server/records/actor.ts'
import type { AuditVerb, AuditedOperation } from '#server/records/audit/audit-action.ts'
import { isAllowed } from '#server/records/judge/is-allowed.ts'
import type { OpenBatch, Prejudged, Reading } from './open-batch.ts'
import { hashOf } from '#server/records/hash-of.ts'
import type { Context } from '#server/records/judge/context.ts'
import { judgeOperation } from '#server/records/judge/judge.ts'
import {
  type MalformedChange,
  type Outcome,
  rejectOperation,
  type SubmittedChange,
} from '#server/records/judge/outcome.ts'
import { judgeAct } from './entity-verbs.ts'
import { isReplay, type Recovery, replayOf } from '#server/records/judge/recovery.ts'
import type { RefusedChanges } from '#server/records/judge/refused-changes.ts'
import { isLive } from '#server/records/rows/stored-row.ts'
import type { WorkingSet } from '#server/records/rows/working-set.ts'
import { keepChange } from './write-batch.ts'
import type { Writer, Writers } from '#server/records/judge/writers.ts'

export async function judgeChange(
  batch: OpenBatch,
  actor: JudgedActor,
  change: SubmittedChange,
  recovery: Recovery,
  writers: Writers,
): Promise<Verdict> {
  const { set, refused } = batch
  const prejudged = removePrejudged(batch, change)
  if (touchesAnyRow(change, batch.waiting)) return wait(batch, change)
  const before = recovery.formerNumberOf(change)
  const context: Context = {
    ...contextFor(batch, actor, change),
    isRefusedCreate: (id) => refused.hasCreate(id),
    replay: before && replayOf(before, writers, recovery),
    isResultAccepted: before !== undefined && !recovery.isOpen,
  }
  const outcomes = prejudged ?? (await outcomesOf(batch, context, change))
  if (recovery.isOpen && isReplay(change) && outcomes.some(mayStillSucceed)) return wait(batch, change)
  if (outcomes.some((outcome) => writesAny(outcome, batch.waiting))) return wait(batch, change)
  const verdict = await withWriters(set, writers, verdictOf(change, outcomes))
  if (verdict.verdict === 'rejected' || (verdict.verdict === 'conflict' && change.ops.length > 1)) set.drop()
  if (verdict.verdict === 'rejected' || verdict.verdict === 'conflict')
    refused.add(change, verdict, (op) => isReadable(context, op))
  const audited = auditedChangeOf(change, outcomes)
  const number = await keepChange(
    batch,
    { ...change, ...audited, was: before, hash: hashOfAccepted(change, verdict) },
    audited.decided,
  )
  if (verdict.verdict === 'rejected') return verdict
  const unchanged =
    verdict.verdict === 'conflict'
      ? null
      : Math.max(0, ...outcomes.map((each) => (each.kind === 'done' ? (each.number ?? 0) : 0)))
  return { ...verdict, number: number ?? unchanged }
}

const contextFor = (
  { set, rules, tenantUsers, at: now, today }: Reading,
  actor: JudgedActor,
  { id: changeId, unknownFields }: SubmittedChange,
) => ({
  set,
  rules,
  tenantUsers,
  viewer: actor.viewer,
  author: authorViewerOf(actor),
  from: originOf(actor),
  now,
  today,
  changeId,
  unknownFields,
})

async function outcomesOf(batch: OpenBatch, context: Context, change: SubmittedChange): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, op] of change.ops.entries()) {
    const outcome: Outcome = batch.refused.touches(op)
      ? { kind: 'rejected', code: 'SUPERSEDED' }
      : expectsBesideOthers(op, change)
        ? rejectOperation('VALIDATION', { expect: { key: 'unknown' } })
        : await (op.op === 'act' ? judgeAct(batch, context, op, index) : judgeOperation(context, op))
    outcomes.push(outcome)
    if (outcome.kind === 'rejected') break
  }
  return outcomes
}

/** For the first change of a request, if it only deletes and is not a replay. */
export async function prejudge(reading: Reading, actor: JudgedActor, change: SubmittedChange): Promise<Prejudged> {
  const context: Context = {
    ...contextFor(reading, actor, change),
    isRefusedCreate: () => false,
    replay: undefined,
    isResultAccepted: false,
  }
  const outcomes: Outcome[] = []
  for (const op of change.ops) {
    if (op.op === 'act') throw new Error('An act is judged under the lock')
    const outcome = await judgeOperation(context, op)
    outcomes.push(outcome)
    if (outcome.kind === 'rejected') break
  }
  return { changeId: change.id, outcomes }
}

/** What another change had staged is dropped. */
function removePrejudged(batch: OpenBatch, { id }: SubmittedChange): readonly Outcome[] | undefined {
  const { prejudged, set } = batch
  batch.prejudged = undefined
  if (prejudged?.changeId === id) return prejudged.outcomes
  if (prejudged) set.drop()
  return undefined
}

/** Its result would depend on the other operations. A restore brings back what it names. */
const expectsBesideOthers = (op: SubmittedChange['ops'][number], { ops }: SubmittedChange): boolean =>
  op.op === 'act' && op.expect !== undefined && ops.some((other) => other !== op && other.op !== 'restore')

/** What it lacks may come back with other devices. */
const mayStillSucceed = (outcome: Outcome): boolean =>
  outcome.kind === 'rejected'
    ? outcome.isAbsent === true || outcome.code === 'STATE'
    : outcome.kind === 'conflict' && outcome.code === 'RESULT_CHANGED'

/** An act writes rows that it does not name. */
const writesAny = (outcome: Outcome, ids: ReadonlySet<string>): boolean =>
  outcome.kind === 'done' && (outcome.operations ?? []).some(({ id }) => ids.has(id))

function isReadable(context: Context, { entity, id }: { readonly entity: string; readonly id: string }): boolean {
  const row = context.set.peek(entity, id)
  return row !== undefined && isAllowed(context, entityNamed(entity)!, 'read', row)
}

interface AuditedChange {
  readonly operations: readonly AuditedOperation[]
  readonly activityOperations: readonly AuditedOperation[]
  readonly decided: readonly (readonly string[] | undefined)[]
}

function auditedChangeOf({ ops }: SubmittedChange, outcomes: readonly Outcome[]): AuditedChange {
  const sent = ops.map(({ entity, id, ...op }): AuditedOperation => ({ op: verbIn(op) as AuditVerb, entity, id }))
  const doneAt = (at: number) => {
    const outcome = outcomes[at]
    return outcome?.kind === 'done' ? outcome : undefined
  }
  const operations = sent.map((each, at) => doneAt(at)?.operations ?? [each])
  const activityOperations = sent.flatMap((each, at) => doneAt(at)?.activityOperations ?? [each])
  const decided = operations.flatMap((stated, at) => {
    const outcome = outcomes[at]
    return stated.map(() => (!outcome || outcome.kind === 'rejected' ? undefined : outcome.decided))
  })
  return { operations: operations.flat(), activityOperations, decided }
}

/** If it was accepted in part, the hash of that part. */
const hashOfAccepted = ({ hash, ops }: SubmittedChange, { conflicts }: Verdict): string =>
  conflicts?.length ? hashOf(withoutConflicts(ops as Operation[], conflicts)) : hash

async function withWriters(set: WorkingSet, writers: Writers, verdict: Verdict): Promise<Verdict> {
  const { conflicts } = verdict
  if (!conflicts?.length) return verdict
  await writers.load(conflicts.map(({ id }) => id))
  const writerOf = async ({ entity, id, field }: Conflict): Promise<Writer | undefined> => {
    const row = set.peek(entity, id)
    if (row && !isLive(row)) return row.deletedIn === null ? undefined : writers.ofChange(row.deletedIn)
    return field.startsWith(withRows) ? undefined : writers.lastOf(id, groupOf(entityNamed(entity)!, field))
  }
  const named: Conflict[] = []
  for (const each of conflicts) {
    const writer = await writerOf(each)
    named.push({ ...each, by: writer?.userId ?? null, at: writer?.at ?? null })
  }
  return { ...verdict, conflicts: named }
}

/** Later changes of the request to its rows wait with it. */
function wait({ set, waiting }: OpenBatch, change: SubmittedChange): Verdict {
  set.drop()
  for (const row of writtenRows(change)) waiting.add(row)
  return { id: change.id, verdict: 'later', number: null }
}

const touchesAnyRow = ({ ops }: SubmittedChange, ids: ReadonlySet<string>): boolean =>
  ids.size > 0 && ops.some((op) => rowsNamedIn(op).some((id) => includesRow(ids, id)))

export function malformedVerdict(each: MalformedChange, refused: RefusedChanges): Verdict {
  for (const id of each.creates) refused.addCreate(id)
  return rejectedVerdict(each.id, { code: 'VALIDATION', issues: each.issues })
}

export const rejectedVerdict = (
  id: string,
  { code, issues }: { code: NonNullable<Verdict['code']>; issues?: Issues | undefined },
): Verdict => ({
  id,
  verdict: 'rejected',
  number: null,
  code,
  message: codeTexts[code],
  ...(issues ? issuesBody(issues) : {}),
})

function verdictOf(change: SubmittedChange, outcomes: readonly Outcome[]): Verdict {
  const refusal = outcomes.find((each) => each.kind === 'rejected')
  if (refusal) return rejectedVerdict(change.id, refusal)
  const conflicts = outcomes.filter((each) => each.kind === 'conflict')
  if (conflicts.length) {
    const { code } = conflicts[0]!
    const result = conflicts.find((each) => each.result)?.result
    return {
      id: change.id,
      verdict: 'conflict',
      number: null,
      code,
      message: codeTexts[code],
      conflicts: conflicts.flatMap((each) => [...each.conflicts]),
      ...(result && { result }),
    }
  }
  const merged = outcomes.some((each) => each.kind === 'done' && each.merged)
  return { id: change.id, verdict: merged ? 'merged' : 'applied', number: null }
}
