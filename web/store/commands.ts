import { effectOf, parseAct } from '#schema/acts.ts'
import { isSame, withGroups } from '#schema/records/change.ts'
import type { AnyRow, Entity } from '#schema/kernel/entity.ts'
import type { Issues } from '#schema/kernel/issues.ts'
import { parseCreate, parsePatch, type Values } from '#schema/kernel/parse.ts'
import { limits, type Operation, withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { issuesOnSave } from '#schema/rules.ts'
import { personTimeZone } from './core/person-time-zone.ts'
import type { Command, CommitResult } from './base/command.ts'
import type { Core } from './core/core.ts'
import type { MadeChange } from './outbox/outbox.ts'
import { rememberedOf } from './outbox/referenced-records.ts'
import type { FileOwner } from './base/pending-upload.ts'

export async function commitOne(core: Core, commands: readonly Command[], file?: File): Promise<CommitResult> {
  if (commands.length === 0 || commands.length > limits.operationsPerChange)
    throw new Error(`A change holds 1 to ${limits.operationsPerChange} commands, not ${commands.length}`)
  const operations: Operation[] = []
  for (const [at, command] of commands.entries()) {
    const made = make(core, command)
    if (made?.ok === false) return commands.length === 1 ? made : { ...made, at }
    if (made) operations.push(made.operation)
  }
  const [first] = commands
  const id = operations[0]?.id ?? ('seen' in first! ? first.seen.id : (first!.id ?? ''))
  if (operations.length === 0) return { ok: true, changeId: '', id }
  const change = core.deps.newId()
  const commit = () => commitAll(core, [operations], [], [change])
  const created = operations.find(({ op }) => op === 'create')
  if (file && created) await core.files.add(created as FileOwner, file, { change, commit })
  else await commit()
  return { ok: true, changeId: change, id }
}

/** Commits operations as separate changes in one durable write. They replace the changes in `retries`. */
export async function commitAll(
  core: Core,
  operations: readonly (readonly Operation[])[],
  retries: readonly string[] = [],
  ids: readonly string[] = [],
): Promise<readonly string[]> {
  const { outbox, tables, deps } = core
  const at = new Date(deps.now()).toISOString()
  const before = Object.assign({}, ...retries.map((id) => outbox.find(id)?.records))
  const made: MadeChange[] = operations.map((ops, index) => ({
    change: { id: ids[index] ?? deps.newId(), at, ops: [...ops] },
    records: rememberedOf(tables, ops, before),
  }))
  await outbox.commit(made, retries)
  if (retries.length > 0) core.relay()
  else core.added()
  deps.registerBackgroundSync?.()
  return made.map(({ change }) => change.id)
}

function make(core: Core, command: Command): Made<Operation['op']> | null {
  const { newId, today } = core.deps
  switch (command.op) {
    case 'create':
      return makeCreate(command.entity, command.id ?? newId(), command.fields, today(personTimeZone(core)))
    case 'update':
      return makeUpdate(command.entity, command.seen, command.fields, today(personTimeZone(core)))
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
  const issues = issuesOnSave(name, parsed.values, { was: null, today })
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
  const issues = { ...issuesOnSave(name, row, { was: seen, today }), ...of.check(row as never) }
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
