import { parseInput } from '#schema/records/verb-input.ts'
import { verbNamed } from '#schema/verbs.ts'
import { entityNamed } from '#schema/registry.ts'
import type { AuditVerb, AuditedOperation } from '#server/records/audit/audit-action.ts'
import { batchOver } from './batch.ts'
import type { Context } from '#server/records/judge/context.ts'
import { isAllowed } from '#server/records/judge/is-allowed.ts'
import { isNewerThan } from './newer-names.ts'
import type { OpenBatch } from './open-batch.ts'
import {
  type Outcome,
  rejectAbsent,
  rejectOperation,
  type SubmittedAct,
  type SubmittedOperation,
} from '#server/records/judge/outcome.ts'
import { isLive } from '#server/records/rows/stored-row.ts'
import { ResultChanged, CodedError } from '#server/records/coded-error.ts'

type Done = Pick<SubmittedAct, 'entity' | 'verb' | 'id'>

export const writesOf = ({ entity, verb }: Done): readonly string[] | undefined =>
  entityNamed(entity)!.verbs[verb]?.writes

/** Checks the permission for the verb itself, without its `writes`. */
export async function requireAct(
  { set, viewer }: Context,
  otherNames: OpenBatch['otherNames'],
  { entity, verb, id }: Done,
): Promise<void> {
  if (isNewerThan(otherNames, { op: 'update', entity, id, fields: {} })) throw new CodedError('NEWER')
  const definition = entityNamed(entity)!
  const permission = verbNamed({ entity, verb })?.auth ?? verb
  const row = await set.get(entity, id)
  if (!isLive(row) || !isAllowed({ viewer, writes: undefined }, definition, 'read', row))
    throw new CodedError('NOT_FOUND')
  if (!isAllowed({ viewer, writes: undefined }, definition, permission, row)) throw new CodedError('FORBIDDEN')
}

/** One audit entry covers the verb's changes to its record, and one activity all, except those that it names. */
export function auditedActOf(
  { entity, verb, id }: Done,
  done: readonly AuditedOperation[],
): { operations: AuditedOperation[]; activityOperations: AuditedOperation[] } {
  const act = { op: verb as AuditVerb, entity, id }
  const others = done.filter((each) => !(each.op === 'update' && each.entity === entity && each.id === id))
  const withActivity: readonly string[] = verbNamed({ entity, verb })?.activities ?? []
  return {
    operations: [act, ...others],
    activityOperations: [act, ...others.filter((each) => withActivity.includes(each.entity))],
  }
}

export async function judgeAct(batch: OpenBatch, context: Context, act: SubmittedAct, index: number): Promise<Outcome> {
  const { entity, id } = act
  const verb = verbNamed(act)
  if (!verb) return rejectOperation('VALIDATION', { entity: { key: 'missing' } })
  const row = await context.set.get(entity, id)
  if (!row && context.isRefusedCreate(id)) return rejectOperation('SUPERSEDED')
  if (row && !isLive(row) && isAllowed(context, entityNamed(entity)!, 'read', row)) return rejectOperation('DELETED')
  const done: SubmittedOperation[] = []
  try {
    await requireAct(context, batch.otherNames, act)
    const parsed = parseInput(verb, id, act.fields)
    if (!parsed.ok) return rejectOperation('VALIDATION', parsed.issues)
    await batchOver({ ...batch, context, done }).act({ ...act, fields: parsed.values }, index)
  } catch (error) {
    if (error instanceof ResultChanged)
      return { kind: 'conflict', code: error.code, conflicts: [], result: { theirs: error.shown } }
    if (!(error instanceof CodedError)) throw error
    const issues = Object.values(error.issues)
    const isAbsent = error.code === 'NOT_FOUND' || issues.some(({ key }) => key === 'missing')
    return (isAbsent ? rejectAbsent : rejectOperation)(error.code, issues.length ? error.issues : undefined)
  }
  return { kind: 'done', merged: false, number: row!.number, ...auditedActOf(act, done) }
}
