// Like sync-server/records for a user with all rights, but without sums, completed values and activities.
import { applyVerb, hashOfShown } from '#schema/records/apply-verb.ts'
import { parseInput, referencesIn } from '#schema/records/verb-input.ts'
import { verbNamed } from '#schema/verbs.ts'
import { isSame } from '#schema/records/change.ts'
import type { Code } from '#schema/kernel/codes.ts'
import { type Entity, groupOf, type Link, referenceFields } from '#schema/kernel/entity.ts'
import { type Issue, type Issues, issuesBody } from '#schema/kernel/issues.ts'
import { parseCreate, parseField, parsePatch, serverDefaults, type Values } from '#schema/kernel/parse.ts'
import { type Conflict, type Operation, type Verdict, withRows } from '#schema/sync/protocol.ts'
import { cascadeLinks, clearedOnDelete, entityNamed, restrictLinks } from '#schema/registry.ts'
import { mustSee } from '#schema/rules.ts'
import type { MovedOrCleared, Stored, StoredRows } from './stored-rows.ts'

export type Failure = Omit<Verdict, 'id' | 'verdict' | 'number'>

export type Outcome =
  | { readonly kind: 'done'; readonly merged: boolean; readonly number?: number; readonly written?: readonly string[] }
  | {
      readonly kind: 'conflict'
      readonly code: Code
      readonly conflicts: readonly Conflict[]
      readonly result?: NonNullable<Verdict['result']>
    }
  /** The missing record may come back while the server recovers. */
  | { readonly kind: 'rejected'; readonly failure: Failure; readonly isAbsent?: boolean }

export interface JudgeContext {
  readonly rows: StoredRows
  readonly person: string
  readonly at: string
  readonly isRefusedCreate: (id: string) => boolean
  readonly changeId: string
  readonly index: number
}

type OperationOf<Op extends Operation['op']> = Extract<Operation, { op: Op }>

const reject = (code: Code, issues?: Issues): Outcome => ({
  kind: 'rejected',
  failure: { code, ...(issues ? issuesBody(issues) : {}) },
})
const rejectAbsent = (code: Code, issues?: Issues): Outcome => ({ ...reject(code, issues), isAbsent: true }) as Outcome
const rejectFields = (names: readonly string[], key: Issue['key']): Outcome =>
  reject('VALIDATION', Object.fromEntries(names.map((name) => [name, { key }])))

export function judgeOperation(context: JudgeContext, operation: Operation): Outcome {
  const entity = entityNamed(operation.entity)
  if (!entity || entity.home !== 'tenant') return reject('VALIDATION', { entity: { key: 'missing' } })
  if (operation.op === 'create') return judgeCreate(context, entity, operation)
  const { id } = operation
  const row = context.rows.get(entity.name, id)
  if (!row) return context.isRefusedCreate(id) ? reject('SUPERSEDED') : rejectAbsent('NOT_FOUND')
  if (operation.op === 'update') return judgeUpdate(context, entity, row, operation)
  if (operation.op === 'restore') return judgeRestore(context, row)
  if (operation.op === 'delete') return judgeDelete(context, entity, row, operation)
  return judgeAct(context, row, operation)
}

function judgeCreate(context: JudgeContext, entity: Entity, { id, fields }: OperationOf<'create'>): Outcome {
  const { rows, person, at } = context
  const parsed = parseCreate(entity, fields, 'refuse', at.slice(0, 10))
  if (!parsed.ok) return reject('VALIDATION', parsed.issues)
  const existing = rows.get(entity.name, id)
  if (existing && isSameCreate(entity, existing, person, fields))
    return { kind: 'done', merged: false, number: existing.number }
  const values = { ...serverDefaults(entity), ...parsed.values }
  const refused = checkReferences(context, entity, values)
  if (refused) return refused
  if (existing) return reject('DUPLICATE')
  rows.put(entity.name, id, { ...values, createdBy: person }, at)
  return { kind: 'done', merged: false }
}

/** Blank fields may have been filled since. */
function isSameCreate(entity: Entity, { fields, deleted }: Stored, person: string, sent: Values): boolean {
  const existing = fields ?? deleted?.fields ?? {}
  const filled = Object.keys(sent).filter((field) => normalize(entity, field, sent[field]) !== null)
  return (
    existing['createdBy'] === person &&
    filled.every((field) => isSame(existing[field], normalize(entity, field, sent[field])))
  )
}

/** The value as rows hold it: "1000" of an amount becomes "1000.00". */
function normalize(entity: Entity, field: string, value: unknown): unknown {
  const parsed = Object.hasOwn(entity.fields, field) ? parseField(entity.fields[field]!, value) : { value }
  return 'value' in parsed ? parsed.value : value
}

function checkReferences({ rows, isRefusedCreate }: JudgeContext, entity: Entity, values: Values): Outcome | undefined {
  const missing: string[] = []
  for (const { field, to } of referenceFields(entity)) {
    const id = values[field]
    if (typeof id !== 'string') continue
    const row = rows.get(to, id)
    if (!row && isRefusedCreate(id)) return reject('SUPERSEDED')
    if (row && !row.fields) return reject('PARENT_GONE')
    if (!row) missing.push(field)
  }
  return missing.length ? ({ ...rejectFields(missing, 'missing'), isAbsent: true } as Outcome) : undefined
}

function judgeUpdate(context: JudgeContext, entity: Entity, row: Stored, operation: OperationOf<'update'>): Outcome {
  const { id, base, seen } = operation
  const { rows, at } = context
  const parsed = parsePatch(entity, operation.fields, 'refuse')
  if (!parsed.ok) return reject('VALIDATION', parsed.issues)
  const fields = parsed.values
  const withoutBase = Object.keys(fields).filter((name) => !Object.hasOwn(base, name))
  if (withoutBase.length) return rejectFields(withoutBase, 'base')
  const conflictOn = (names: readonly string[], current: Values | null): Conflict[] =>
    names.map((field) => ({
      entity: entity.name,
      id,
      field,
      base: base[field] ?? null,
      yours: { ...base, ...fields }[field] ?? null,
      theirs: current?.[field] ?? null,
    }))
  const current = row.fields
  if (!current) return { kind: 'conflict', code: 'DELETED', conflicts: conflictOn(Object.keys(fields), null) }
  const fixed = Object.keys(fields).filter((name) => entity.fields[name]!.fixed && !isSame(current[name], fields[name]))
  if (fixed.length) return rejectFields(fixed, 'fixed')
  const notSeen = mustSee(entity.name, current, { ...current, ...fields }).filter((name) => !Object.hasOwn(base, name))
  if (notSeen.length) return rejectFields(notSeen, 'base')
  const { changes, conflicting } = merge(entity, current, fields, base)
  const issues = entity.check({ ...current, ...changes })
  if (Object.keys(issues).length)
    return Object.keys(entity.check({ ...current, ...base, ...fields })).length
      ? reject('VALIDATION', issues)
      : { kind: 'conflict', code: 'CONFLICT', conflicts: conflictOn(Object.keys(fields), current) }
  const refused = checkReferences(context, entity, changes)
  if (refused) return refused
  if (Object.keys(changes).length) rows.change(entity.name, id, changes, at)
  if (conflicting.length) return { kind: 'conflict', code: 'CONFLICT', conflicts: conflictOn(conflicting, current) }
  return { kind: 'done', merged: seen !== undefined && row.number > seen, number: row.number }
}

function merge(entity: Entity, current: Values, fields: Values, base: Values) {
  const changes: Record<string, unknown> = {}
  const conflicting: string[] = []
  const groups = new Map(Object.keys(fields).map((field) => [groupOf(entity, field).join(), groupOf(entity, field)]))
  for (const group of groups.values()) {
    const sent = group.filter((field) => Object.hasOwn(fields, field))
    const changedMeanwhile = group.filter(
      (field) => Object.hasOwn(base, field) && !isSame(current[field], normalize(entity, field, base[field])),
    )
    const different = sent.filter((field) => !isSame(current[field], fields[field]))
    if (!changedMeanwhile.length) for (const field of different) changes[field] = fields[field]
    else if (different.some((field) => !(entity.firstWriteWins.includes(field) && current[field] !== null)))
      conflicting.push(...group.filter((field) => sent.includes(field) || changedMeanwhile.includes(field)))
  }
  return { changes, conflicting }
}

function judgeDelete(
  { rows, at }: JudgeContext,
  entity: Entity,
  row: Stored,
  { id, base = {}, seen }: OperationOf<'delete'>,
): Outcome {
  const current = row.fields
  if (!current) return { kind: 'done', merged: false, number: row.number }
  for (const link of restrictLinks(entity)) if (rows.referring(link, id).length) return reject(link.code)
  const conflict = { entity: entity.name, id, yours: null }
  const changed = Object.entries(base)
    .filter(([field, value]) => field !== withRows && !isSame(current[field], normalize(entity, field, value)))
    .map(([field, value]): Conflict => ({ ...conflict, field, base: value, theirs: current[field] ?? null }))
  const counted = (base[withRows] ?? {}) as Readonly<Record<string, readonly string[]>>
  const uncounted = cascadeLinks(entity).flatMap((link): Conflict[] => {
    const ids = rows.referring(link, id).map((each) => each.id)
    const known = counted[link.entity]
    if (!known || ids.every((each) => known.includes(each))) return []
    return [{ ...conflict, field: `${withRows}.${link.entity}`, base: known, theirs: ids }]
  })
  const conflicts = [...changed, ...uncounted]
  if (conflicts.length) return { kind: 'conflict', code: 'DELETE_CHANGED', conflicts }
  deleteWithDependents(rows, entity, id, at)
  return { kind: 'done', merged: seen !== undefined && row.number > seen }
}

function deleteWithDependents(
  rows: StoredRows,
  entity: Entity,
  id: string,
  at: string,
  moved: readonly MovedOrCleared[] = [],
): void {
  for (const link of cascadeLinks(entity))
    for (const child of rows.referring(link, id)) deleteWithDependents(rows, entityNamed(link.entity)!, child.id, at)
  const emptied = clearedOnDelete(entity).flatMap(({ entity, field }) =>
    rows.referring({ entity, field }, id).map((each): MovedOrCleared => {
      rows.change(entity, each.id, { [field]: null }, at)
      return [entity, each.id, field]
    }),
  )
  rows.drop(entity.name, id, [...moved, ...emptied])
}

function judgeRestore({ rows, at }: JudgeContext, row: Stored): Outcome {
  if (row.fields || !row.deleted) return { kind: 'done', merged: false, number: row.number }
  const { number } = row.deleted
  const group = [...rows.all.values()].filter((each) => !each.fields && each.deleted?.number === number)
  const restored = group.map((each) => ({ ...each, fields: withoutDeleted(rows, each, group) }))
  for (const { entity, id, fields } of restored) {
    if (!fields) return reject('PARENT_GONE')
    rows.put(entity, id, { ...fields, updatedAt: at })
  }
  for (const { id, deleted } of group)
    for (const [entity, rowId, field, to = null] of deleted!.moved)
      if ((rows.live(entity, rowId)?.[field] ?? null) === to) rows.change(entity, rowId, { [field]: id }, at)
  return { kind: 'done', merged: false }
}

/** The row's fields, without optional references to deleted rows; undefined if a required reference leads to one. */
function withoutDeleted(
  rows: StoredRows,
  { entity: name, deleted }: Stored,
  group: readonly Stored[],
): Values | undefined {
  const entity = entityNamed(name)!
  const fields: Record<string, unknown> = { ...deleted!.fields }
  for (const { field, to } of referenceFields(entity)) {
    const id = fields[field]
    const { byServer, nullable } = entity.fields[field]!
    if (typeof id !== 'string' || (byServer && nullable) || group.some((each) => each.id === id)) continue
    const parent = rows.get(to, id)
    if (!parent || parent.fields) continue
    if (!clearedOnDelete(entityNamed(to)!).some((link) => link.entity === name && link.field === field))
      return undefined
    fields[field] = null
  }
  return fields
}

function judgeAct(context: JudgeContext, row: Stored, act: OperationOf<'act'>): Outcome {
  const { rows, at, changeId, index } = context
  const { id } = act
  if (!row.fields) return reject('DELETED')
  const verb = verbNamed(act)!
  const parsed = parseInput(verb, id, act.fields)
  if (!parsed.ok) return reject('VALIDATION', parsed.issues)
  const named = referencesIn(verb.input, parsed.values)
  const missing = named.filter(([, to, other]) => !rows.get(to, other)).map(([field]) => field)
  if (missing.length) return { ...rejectFields(missing, 'missing'), isAbsent: true } as Outcome
  if (named.some(([, to, other]) => !rows.live(to, other))) return reject('PARENT_GONE')
  const get = (entity: string, rowId: string) => {
    const fields = rows.live(entity, rowId)
    return fields && { ...fields, id: rowId }
  }
  const where = (link: Link, to: string) => rows.referring(link, to).map((each) => get(each.entity, each.id)!)
  const { isApplicable, steps, shown } = applyVerb(
    verb,
    { get, where },
    { id, fields: parsed.values, seed: act.seed, changeId, index },
  )!
  if (!isApplicable) return reject('STATE')
  if (act.expect !== undefined && shown && hashOfShown(shown) !== act.expect)
    return { kind: 'conflict', code: 'RESULT_CHANGED', conflicts: [], result: { theirs: shown } }
  for (const step of steps) {
    if (step.op === 'update') rows.change(step.entity, step.id, step.fields, at)
    else if (step.op === 'delete') deleteWithDependents(rows, entityNamed(step.entity)!, step.id, at, step.moved)
    else judgeCreate(context, entityNamed(step.entity)!, step)
  }
  return { kind: 'done', merged: false, written: steps.map((step) => step.id) }
}
