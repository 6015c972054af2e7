import { dateIn } from '#schema/money/dates.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { parseCreate, parsePatch, serverDefaults, type Values } from '#schema/kernel/parse.ts'
import { withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import { issuesOnSave, mustSee } from '#schema/rules.ts'
import { replaceUnknownReferences } from './known-references.ts'
import type { Context } from './context.ts'
import { derive, afterRow } from './follow.ts'
import { isAllowed, isAllowedChange, isEverAllowed } from './is-allowed.ts'
import { judgeDelete } from './judge-delete.ts'
import { judgeRestore } from './judge-restore.ts'
import { changesOf, conflictsOf, isAsSeen, mergeUpdate } from './merge.ts'
import { rejectAbsent, type SubmittedOperation, type Outcome, rejectOperation } from './outcome.ts'
import { serverRulesOf } from '#server/records/rows/entity-rules.ts'
import { chainIssue, checkReferences } from './references.ts'
import { withDeletedParents, isDeletedLater } from './deleted-later.ts'
import { isLive, type StoredRow } from '#server/records/rows/stored-row.ts'

export async function judgeOperation(context: Context, requested: SubmittedOperation): Promise<Outcome> {
  const entity = entityNamed(requested.entity)
  if (!entity || entity.home !== 'tenant') return rejectOperation('VALIDATION', { entity: { key: 'missing' } })
  if (entity.replicate === 'never' && context.unknownFields !== 'byServer') return rejectOperation('FORBIDDEN')
  const operation = withReadableBase(context, entity, requested)
  if (operation.op === 'create') return judgeCreate(context, entity, operation)
  if (operation.op === 'update') return judgeUpdate(context, entity, operation)
  if (operation.op === 'restore') return judgeRestore(context, entity, operation)
  return judgeDelete(context, entity, operation)
}

/** Conflicts must not confirm guesses. */
function withReadableBase({ viewer }: Context, entity: Entity, operation: SubmittedOperation): SubmittedOperation {
  if (!viewer || !('base' in operation) || !operation.base) return operation
  const readable = [...readableFields(entity, viewer), withRows]
  const base = Object.fromEntries(Object.entries(operation.base).filter(([field]) => readable.includes(field)))
  return { ...operation, base }
}

async function judgeCreate(
  context: Context,
  entity: Entity,
  { id, fields }: Extract<SubmittedOperation, { op: 'create' }>,
): Promise<Outcome> {
  const { set, viewer, author, now } = context
  const authorId = author?.userId ?? null
  if (!isEverAllowed(context, entity, 'create')) return rejectOperation('FORBIDDEN')
  const existing = await set.get(entity.name, id)
  const parsed = parseCreate(entity, fields, context.unknownFields, context.today)
  if (!parsed.ok) return rejectOperation('VALIDATION', parsed.issues)
  if (
    existing &&
    isSameCreate(entity, await replaceUnknownReferences(context, entity, existing, fields), authorId, fields)
  )
    return { kind: 'done', merged: false, number: existing.number }
  const serverRules = serverRulesOf(context.rules, entity.name)
  const given = (author && serverRules.defaultsFor?.(author, parsed.values, id)) ?? { values: {} }
  if ('issues' in given) return rejectOperation('VALIDATION', given.issues)
  const bare: StoredRow = {
    ...serverDefaults(entity),
    ...parsed.values,
    ...given.values,
    ...(context.unknownFields === 'byServer' ? valuesOf(parsed.values, fields) : {}),
    id,
    number: 0,
    createdAt: now,
    updatedAt: now,
    createdBy: authorId,
    deletedAt: null,
    deletedIn: null,
  }
  if (!isAllowed(context, entity, 'create', bare)) return rejectAbsent('FORBIDDEN')
  if (!isAllowedChange(context, entity, null, bare)) return rejectOperation('FORBIDDEN')
  const back = await withDeletedParents(context, entity, bare)
  const refused = await checkReferences(context, entity, back, !isLive(back))
  if (refused) return refused
  const chain = await chainIssue(set, entity, back)
  if (chain) return rejectOperation('VALIDATION', { [entity.acyclicField!]: chain })
  const unsound = ruleIssuesOf(context, entity, null, back)
  if (Object.keys(unsound).length) return rejectOperation('VALIDATION', unsound)
  const unfit = viewer && !context.replay && (await serverRules.validateCreate?.(set, viewer, back))
  if (unfit) return rejectOperation('VALIDATION', unfit)
  // Last, so that a refused create does not reveal whether an id exists.
  if (existing) return rejectOperation('DUPLICATE')
  const row = await derive(context, entity, null, back)
  set.stage(entity, row)
  await afterRow(context, entity, null, row)
  return { kind: 'done', merged: false }
}

/** Only for new changes of people; "today" is that of the furthest time zone. */
const ruleIssuesOf = (
  { viewer, replay, now }: Context,
  entity: Entity,
  before: StoredRow | null,
  after: StoredRow,
  named: readonly string[] = [],
): Issues => (viewer && !replay ? issuesOnSave(entity.name, after, { before, named, today: furthestDay(now) }) : {})

let lastDay = { now: '', day: '' }

/** Cached: formatting a date costs more than judging a row. */
function furthestDay(now: string): string {
  if (lastDay.now !== now) lastDay = { now, day: dateIn('Etc/GMT-14', new Date(now)) }
  return lastDay.day
}

const valuesOf = (values: Values, fields: Values): Values =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, values[name]]))

/** Detects a repeated create whose verdict was deleted: same author, same values. */
function isSameCreate(entity: Entity, existing: StoredRow, author: string | null, fields: Values): boolean {
  return (
    existing.createdBy === author &&
    Object.keys(mergeUpdate(entity, existing, withoutBlanks(normalizedValues(entity, fields)), undefined).changes)
      .length === 0
  )
}

const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

function normalizedValues(entity: Entity, fields: Values): Values {
  const parsed = parsePatch(entity, fields, 'ignore')
  return parsed.ok ? parsed.values : fields
}

type Update = Extract<SubmittedOperation, { op: 'update' }>

async function judgeUpdate(context: Context, entity: Entity, operation: Update): Promise<Outcome> {
  const { set } = context
  const { id, base } = operation
  const current = await set.get(entity.name, id)
  if (!current || !isAllowed(context, entity, 'read', current))
    return context.isRefusedCreate(id) ? rejectOperation('SUPERSEDED') : rejectAbsent('NOT_FOUND')
  if (!isAllowed(context, entity, 'update', current)) return rejectOperation('FORBIDDEN')
  const parsed = parsePatch(entity, operation.fields, context.unknownFields)
  if (!parsed.ok) return rejectOperation('VALIDATION', parsed.issues)
  const fields = parsed.values
  const unseen = base ? Object.keys(fields).filter((name) => !Object.hasOwn(base, name)) : []
  if (unseen.length) return rejectOperation('VALIDATION', issuesFor(unseen, 'base'))
  if (!isLive(current) && !(await isDeletedLater(context, current))) {
    if (!base) return rejectOperation('NOT_FOUND')
    return {
      kind: 'conflict',
      code: 'DELETED',
      conflicts: conflictsOf(entity, id, Object.keys(fields), fields, base, null),
    }
  }
  if (operation.expect !== undefined && operation.expect !== current.number)
    return { kind: 'conflict', code: 'CONFLICT', conflicts: [] }
  return applyUpdate(context, entity, current, fields, operation)
}

const issuesFor = (names: readonly string[], key: 'base' | 'ifMatch' | 'fixed'): Issues =>
  Object.fromEntries(names.map((name) => [name, { key }]))

const fieldsToSee = ({ viewer }: Context, entity: Entity, current: StoredRow, fields: Values): readonly string[] =>
  viewer ? mustSee(entity.name, current, { ...current, ...fields }) : []

async function ruleIssues(
  { set, rules, viewer, replay }: Context,
  entity: Entity,
  before: StoredRow,
  after: StoredRow,
): Promise<Issues | undefined> {
  if (!viewer) return undefined
  const serverRules = serverRulesOf(rules, entity.name)
  const final = await serverRules.assertUnchanged?.(set, before, after)
  return final ?? (replay ? undefined : serverRules.validateUpdate?.(set, before, after, viewer))
}

async function applyUpdate(
  context: Context,
  entity: Entity,
  current: StoredRow,
  fields: Values,
  operation: Pick<Update, 'base' | 'seen' | 'expect'>,
): Promise<Outcome> {
  const { set, replay } = context
  const { base, seen } = operation
  await replay?.writers.load([current.id])
  const fixed = Object.keys(changesOf(current, fields)).filter((name) => entity.fields[name]!.fixed)
  if (fixed.length && context.unknownFields !== 'byServer')
    return rejectOperation('VALIDATION', issuesFor(fixed, 'fixed'))
  const known = await replaceUnknownReferences(context, entity, current, fields)
  if (!isAllowedChange(context, entity, known, { ...known, ...fields })) return rejectOperation('FORBIDDEN')
  const wanted = fieldsToSee(context, entity, current, fields)
  const withoutBase = wanted.filter((name) => !base || !Object.hasOwn(base, name))
  // The row's number covers all of its fields.
  if (withoutBase.length && operation.expect === undefined)
    return rejectOperation('VALIDATION', issuesFor(withoutBase, base ? 'base' : 'ifMatch'))
  const merge = mergeUpdate(entity, current, fields, base, (group) => {
    const isLater = replay?.isLaterThan(replay.writers.lastOf(current.id, group))
    // A signature needs the current values, however late the change is.
    const isOther = group.some((name) => wanted.includes(name) && !isAsSeen(entity, current, name, base?.[name]))
    return isLater && isOther ? undefined : isLater
  })
  const merged: StoredRow = { ...current, ...merge.changes }
  const named = Object.keys(fields)
  const issuesOf = (row: StoredRow): Issues => ({
    ...ruleIssuesOf(context, entity, current, row, named),
    ...entity.check(row),
  })
  const issues = issuesOf(merged)
  if (Object.keys(issues).length) {
    const asSeen = issuesOf({ ...current, ...base, ...fields })
    if (!base || Object.keys(asSeen).length) return rejectOperation('VALIDATION', issues)
    return {
      kind: 'conflict',
      code: 'CONFLICT',
      conflicts: conflictsOf(entity, current.id, Object.keys(fields), fields, base, current),
    }
  }
  const refused = await checkReferences(context, entity, merge.changes)
  if (refused) return refused
  const movesLink = entity.acyclicField !== undefined && Object.hasOwn(merge.changes, entity.acyclicField)
  const chain = movesLink ? await chainIssue(set, entity, merged) : null
  if (chain) return rejectOperation('VALIDATION', { [entity.acyclicField!]: chain })
  const { decided } = merge
  // A replayed change is recorded even when it changes nothing, because later ones are ordered by it.
  const hasChanges = Object.keys(merge.changes).length > 0 || (replay !== undefined && decided.length > 0)
  if (hasChanges) {
    const unfit = await ruleIssues(context, entity, current, merged)
    if (unfit) return rejectOperation('VALIDATION', unfit)
    const after = await derive(context, entity, current, { ...merged, updatedAt: context.now }, named)
    if (!isAllowed(context, entity, 'update', after)) return rejectOperation('FORBIDDEN')
    set.stage(entity, after)
    await afterRow(context, entity, current, after)
  }
  if (merge.conflicts.length) return { kind: 'conflict', code: 'CONFLICT', conflicts: merge.conflicts, decided }
  return { kind: 'done', merged: seen !== undefined && current.number > seen, number: current.number, decided }
}
