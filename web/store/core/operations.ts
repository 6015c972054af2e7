// An update contains what differs from the seen row, and equal values that the rules would clear.
import { applyVerb, hashOfShown } from '#schema/records/apply-verb.ts'
import { parseInput } from '#schema/records/verb-input.ts'
import { verbNamed } from '#schema/verbs.ts'
import { withGroups } from '#schema/records/change.ts'
import { changedFields } from '#schema/records/changed-fields.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { parseCreate, parsePatch, type Values } from '#schema/kernel/parse.ts'
import { limits, type Operation, withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { issuesOnSave } from '#schema/rules.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Command } from '#web/store/base/command.ts'
import type { Tables } from '#web/store/tables/tables.ts'
import { readRows } from '#web/store/tables/read-rows.ts'

interface OperationContext {
  readonly newId: () => string
  /** The date in the person's time zone. */
  readonly today: string
  readonly tables: Tables
  readonly changeId: string
  readonly index: number
}

export function makeOperation(command: Command, making: OperationContext): MakeResult<Operation['op']> | null {
  const { newId, today } = making
  switch (command.op) {
    case 'create':
      return makeCreate(command.entity, command.id ?? newId(), command.fields, today)
    case 'update':
      return makeUpdate(command, today)
    case 'delete':
      return { ok: true, operation: makeDelete(command.entity, command.seen, command.counted) }
    case 'restore':
      return { ok: true, operation: { op: 'restore', entity: replicated(command.entity).name, id: command.id } }
    case 'act':
      return makeAct(command, making)
  }
}

type MakeResult<Op extends Operation['op']> =
  | {
      readonly ok: true
      readonly operation: Extract<Operation, { op: Op }>
      readonly shown?: readonly ShownRow[]
    }
  | { readonly ok: false; readonly issues: Issues }

function replicated(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity || entity.replicate === 'never') throw new Error(`${name} is not replicated to devices`)
  return entity
}

export function makeCreate(name: string, id: string, fields: Values, today: string): MakeResult<'create'> {
  const parsed = parseCreate(replicated(name), fields, 'refuse', today)
  if (!parsed.ok) return parsed
  const issues = issuesOnSave(name, parsed.values, { before: null, today })
  if (Object.keys(issues).length > 0) return { ok: false, issues }
  return { ok: true, operation: { op: 'create', entity: name, id, fields: parsed.values } }
}

interface Update {
  readonly entity: string
  readonly seen: AnyRow
  readonly fields: Values
  readonly isGuard?: boolean
}

function makeUpdate({ entity: name, seen, fields, isGuard }: Update, today: string): MakeResult<'update'> | null {
  const entity = replicated(name)
  const parsed = parsePatch(entity, fields, 'refuse')
  if (!parsed.ok) return parsed
  const changed = isGuard ? parsed.values : changedFields(name, seen, parsed.values)
  const names = Object.keys(changed)
  if (names.length === 0) return null
  const fixed = names.filter((field) => entity.fields[field]!.fixed)
  if (fixed.length > 0)
    return { ok: false, issues: Object.fromEntries(fixed.map((field) => [field, { key: 'fixed' }])) }
  const row = { ...seen, ...parsed.values }
  const issues = {
    ...issuesOnSave(name, row, { before: seen, today, named: Object.keys(parsed.values) }),
    ...entity.check(row),
  }
  if (Object.keys(issues).length > 0) return { ok: false, issues }
  const base = Object.fromEntries(withGroups(name, names).map((field) => [field, seen[field] ?? null]))
  return {
    ok: true,
    operation: { op: 'update', entity: name, id: seen.id, fields: changed, base, ...seenOf(seen) },
  }
}

function makeDelete(
  name: string,
  seen: AnyRow,
  counted: Readonly<Record<string, readonly string[]>> | undefined,
): Extract<Operation, { op: 'delete' }> {
  const entity = replicated(name)
  const settable = Object.entries(entity.fields).filter(
    ([field, { byServer }]) => !byServer && seen[field] !== undefined,
  )
  const base = {
    ...(seen.number > 0 ? Object.fromEntries(settable.map(([field]) => [field, seen[field]])) : {}),
    ...(counted ? { [withRows]: counted } : {}),
  }
  return { op: 'delete', entity: name, id: seen.id, ...(Object.keys(base).length > 0 ? { base } : {}), ...seenOf(seen) }
}

function makeAct(
  { entity, verb: name, id, fields, ...preview }: Extract<Command, { op: 'act' }>,
  { newId, tables, changeId, index }: OperationContext,
): MakeResult<'act'> {
  const verb = verbNamed({ entity, verb: name })!
  const parsed = parseInput(verb, id, fields)
  if (!parsed.ok) return parsed
  const seeded = verb.creates ? { seed: preview.seed ?? newId() } : {}
  const result = applyVerb(verb, readRows(tables), { id, fields: parsed.values, ...seeded, changeId, index })
  if (!result?.isApplicable) return { ok: false, issues: { '': { key: 'state' } } }
  const rows = result.steps.length
  if (rows > limits.stepsPerVerb)
    return { ok: false, issues: { '': { key: 'tooManyRows', params: { rows, max: limits.stepsPerVerb } } } }
  const shown = result.shown && (preview.shown ?? result.shown)
  const operation = { op: 'act', entity, verb: name, id, fields: parsed.values, ...seeded } as const
  return shown ? { ok: true, operation: { ...operation, expect: hashOfShown(shown) }, shown } : { ok: true, operation }
}

/** The server's number of the row; absent while only this device knows it. */
const seenOf = ({ number }: AnyRow): { seen?: number } => (number > 0 ? { seen: number } : {})
