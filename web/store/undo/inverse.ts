// The base of an inverse is the result of the change, so a later change by someone else conflicts.
import { applyVerb, hashOfShown } from '#schema/records/apply-verb.ts'
import { isSame, withGroups } from '#schema/records/change.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Viewer } from '#schema/kernel/viewer.ts'
import { type Operation, withRows } from '#schema/sync/protocol.ts'
import { cascadeLinks, entityNamed } from '#schema/registry.ts'
import { parsePatch, type Values } from '#schema/kernel/parse.ts'
import { completeValues, issuesOnSave } from '#schema/rules.ts'
import { verbNamed } from '#schema/verbs.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { viewerOf } from '#web/store/base/viewer-of.ts'
import type { NewChange } from '#web/store/base/new-change.ts'
import { newRow } from '#web/store/outbox/overlay.ts'
import type { Tables } from '#web/store/tables/tables.ts'
import { readRows } from '#web/store/tables/read-rows.ts'
import { ChangedRows } from './changed-rows.ts'
import { maySend } from './may-send.ts'

export interface Inverse {
  readonly back: NewChange
  readonly again: NewChange
}

interface ChangeDeps {
  readonly changeId: string
  readonly at: string
  readonly today: string
}

interface InverseDeps extends ChangeDeps {
  readonly rows: ChangedRows
  readonly viewer: Viewer
}

type Of<Op extends Operation['op']> = Extract<Operation, { op: Op }>

interface Pair {
  readonly back: Operation
  readonly again: Operation
  readonly shown?: readonly ShownRow[] | null
}

/** Null if nothing takes the change back, or the person may not. */
export function inverseOf(
  { ops, shown }: NewChange,
  { tables, identity, ...change }: ChangeDeps & { readonly tables: Tables; readonly identity: Identity },
): Inverse | null {
  const deps = { ...change, rows: new ChangedRows(readRows(tables)), viewer: viewerOf(identity) }
  const pairs: Pair[] = []
  for (const [index, operation] of ops.entries()) {
    const before = deps.rows.get(operation.entity, operation.id)
    const pair = pairOf(operation, before, index, deps)
    if (!pair || !maySend(pair.back, deps.viewer, deps.rows, before)) return null
    pairs.push(pair)
  }
  return {
    back: { ops: pairs.map(({ back }) => back).toReversed(), shown: pairs.find((pair) => pair.shown)?.shown },
    again: { ops: pairs.map(({ again }) => again), shown },
  }
}

function pairOf(operation: Operation, before: Values | undefined, index: number, deps: InverseDeps): Pair | null {
  const definition = entityNamed(operation.entity)
  if (!definition) return null
  if (operation.op === 'create') return before ? null : undoCreate(operation, definition, deps)
  if (!before || operation.op === 'restore') return null
  if (operation.op === 'update') return undoUpdate(operation, before, definition, deps)
  if (operation.op === 'delete') return undoDelete(operation, before, definition, deps)
  return undoAct(operation, before, index, deps)
}

function undoCreate(operation: Of<'create'>, definition: Entity, deps: InverseDeps): Pair {
  const { entity, id } = operation
  const row = complete(entity, newRow(operation, { at: deps.at, by: deps.viewer.userId }), null, deps)
  deps.rows.set(entity, id, row)
  const related = cascadeLinks(definition).map((link) => [link.entity, []])
  const base = {
    ...settableIn(definition, row),
    ...(related.length > 0 && { [withRows]: Object.fromEntries(related) }),
  }
  return { back: { op: 'delete', entity, id, base }, again: { op: 'restore', entity, id } }
}

function undoUpdate(operation: Of<'update'>, before: Values, definition: Entity, deps: InverseDeps): Pair | null {
  const { entity, id } = operation
  const changed = Object.keys(operation.fields)
  if (changed.some((field) => definition.firstWriteWins.includes(field))) return null
  const after = complete(entity, { ...before, ...operation.fields }, before, deps, changed)
  const fields = Object.fromEntries(
    changed
      .map((field): [string, unknown] => [field, operation.base[field] ?? null])
      .filter(([field, value]) => isWritable(definition, field, value, after, deps)),
  )
  const returned = complete(entity, { ...after, ...fields }, after, deps, Object.keys(fields))
  // Such as the day of an exit, which a change of the status empties.
  for (const field of Object.keys(settableIn(definition, after)))
    if (
      !changed.includes(field) &&
      !definition.fields[field]!.fixed &&
      !isSame(after[field], before[field]) &&
      !isSame(returned[field], before[field])
    )
      fields[field] = before[field] ?? null
  if (Object.keys(fields).length === 0) return null
  deps.rows.set(entity, id, after)
  const base = Object.fromEntries(withGroups(entity, Object.keys(fields)).map((field) => [field, after[field] ?? null]))
  return { back: { op: 'update', entity, id, fields, base }, again: operation }
}

function undoDelete(operation: Of<'delete'>, before: Values, definition: Entity, { rows }: InverseDeps): Pair {
  const { entity, id } = operation
  rows.set(entity, id, null)
  const base = { ...settableIn(definition, before), ...operation.base }
  return { back: { op: 'restore', entity, id }, again: { ...operation, base } }
}

function undoAct(operation: Of<'act'>, before: Values, index: number, deps: InverseDeps): Pair | null {
  const { entity, verb: name, id, fields } = operation
  const { rows, changeId } = deps
  const verb = verbNamed(operation)
  const inverse = verb?.inverse(before as never, fields)
  if (!verb || !inverse) return null
  rows.apply(applyVerb(verb, rows, { ...operation, changeId, index })?.steps ?? [])
  if (inverse.op === 'restore') return { back: { ...inverse }, again: operation }
  const back = verbNamed({ entity, verb: inverse.verb })
  if (!back) throw new Error(`${entity}.${name} names an inverse that does not exist`)
  const use = { id, fields: inverse.fields }
  const shown = applyVerb(back, rows, { ...use, changeId, index })?.shown
  const expect = shown ? { expect: hashOfShown(shown) } : {}
  return { back: { op: 'act', entity, verb: inverse.verb, ...use, ...expect }, again: operation, shown: shown ?? null }
}

/** A value from before a rule existed cannot be written again. */
function isWritable(definition: Entity, field: string, value: unknown, row: Values, { today }: InverseDeps): boolean {
  if (!parsePatch(definition, { [field]: value }, 'refuse').ok) return false
  return !Object.hasOwn(issuesOnSave(definition.name, { ...row, [field]: value }, { before: row, today }), field)
}

const complete = (
  entity: string,
  row: Values,
  before: Values | null,
  { rows, today }: InverseDeps,
  named: readonly string[] = [],
): Values => completeValues(entity, row, rows.get, { before, today, named })

const settableIn = ({ fields }: Entity, row: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { byServer }]) =>
      byServer || row[field] === undefined ? [] : [[field, row[field]]],
    ),
  )
