// Turns a command into the operation to send. An update contains only what differs from the row that the person saw.
import { effectOf, parseAct } from '#schema/acts.ts'
import { isSame, withGroups } from '#schema/records/change.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { parseCreate, parsePatch, type Values } from '#schema/kernel/parse.ts'
import { type Operation, withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { issuesOnSave } from '#schema/rules.ts'
import type { Command } from '#web/store/base/command.ts'

/** Null when the command changes nothing. `today` is the date in the person's time zone. */
export function makeOperation(command: Command, newId: () => string, today: string): Made<Operation['op']> | null {
  switch (command.op) {
    case 'create':
      return makeCreate(command.entity, command.id ?? newId(), command.fields, today)
    case 'update':
      return makeUpdate(command.entity, command.seen, command.fields, today)
    case 'delete':
      return { ok: true, operation: makeDelete(command.entity, command.seen, command.counted) }
    case 'restore':
      return { ok: true, operation: { op: 'restore', entity: replicated(command.entity).name, id: command.id } }
    case 'act':
      return makeAct(command)
  }
}

type Made<Op extends Operation['op']> =
  | { readonly ok: true; readonly operation: Extract<Operation, { op: Op }> }
  | { readonly ok: false; readonly issues: Issues }

function replicated(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity || entity.replicate === 'never') throw new Error(`${name} is not replicated to devices`)
  return entity
}

export function makeCreate(name: string, id: string, fields: Values, today: string): Made<'create'> {
  const parsed = parseCreate(replicated(name), fields, 'refuse', today)
  if (!parsed.ok) return parsed
  const issues = issuesOnSave(name, parsed.values, { before: null, today })
  if (Object.keys(issues).length > 0) return { ok: false, issues }
  return { ok: true, operation: { op: 'create', entity: name, id, fields: parsed.values } }
}

function makeUpdate(name: string, seen: AnyRow, fields: Values, today: string): Made<'update'> | null {
  const of = replicated(name)
  const parsed = parsePatch(of, fields, 'refuse')
  if (!parsed.ok) return parsed
  const changed = Object.entries(parsed.values).filter(([field, value]) => !isSame(value, seen[field]))
  if (changed.length === 0) return null
  const fixed = changed.filter(([field]) => of.fields[field]!.fixed)
  if (fixed.length > 0)
    return { ok: false, issues: Object.fromEntries(fixed.map(([field]) => [field, { key: 'fixed' }])) }
  const row = { ...seen, ...parsed.values }
  const issues = { ...issuesOnSave(name, row, { before: seen, today }), ...of.check(row) }
  if (Object.keys(issues).length > 0) return { ok: false, issues }
  const touched = withGroups(
    name,
    changed.map(([field]) => field),
  )
  const base = Object.fromEntries(touched.map((field) => [field, seen[field] ?? null]))
  return {
    ok: true,
    operation: { op: 'update', entity: name, id: seen.id, fields: Object.fromEntries(changed), base, ...seenOf(seen) },
  }
}

function makeDelete(
  name: string,
  seen: AnyRow,
  counted: Readonly<Record<string, readonly string[]>> | undefined,
): Extract<Operation, { op: 'delete' }> {
  const of = replicated(name)
  const settable = Object.entries(of.fields).filter(([field, { byServer }]) => !byServer && seen[field] !== undefined)
  const base = {
    ...(seen.number > 0 ? Object.fromEntries(settable.map(([field]) => [field, seen[field]])) : {}),
    ...(counted ? { [withRows]: counted } : {}),
  }
  return { op: 'delete', entity: name, id: seen.id, ...(Object.keys(base).length > 0 ? { base } : {}), ...seenOf(seen) }
}

function makeAct({ entity, verb, id, fields }: Extract<Command, { op: 'act' }>): Made<'act'> {
  const parsed = parseAct(effectOf({ entity, verb })!, id, fields)
  return parsed.ok ? { ok: true, operation: { op: 'act', entity, verb, id, fields: parsed.values } } : parsed
}

/** The server's number of the row; absent while only this device knows it. */
const seenOf = ({ number }: AnyRow): { seen?: number } => (number > 0 ? { seen: number } : {})
