// Turns a person's commands into operations on the wire: parsed, with only the fields that differ, and with the base that
// was seen.
import { isSame, withGroups } from '#schema/change.ts'
import type { AnyRow, Entity } from '#schema/entity.ts'
import type { Issues } from '#schema/issues.ts'
import { parseCreate, parsePatch, type Values } from '#schema/parse.ts'
import { type Operation, withRows } from '#schema/protocol.ts'
import { entityNamed } from '#schema/registry.ts'

export type Made<Op extends Operation['op']> =
  | { readonly ok: true; readonly operation: Extract<Operation, { op: Op }> }
  | { readonly ok: false; readonly issues: Issues }

export function replicated(name: string): Entity {
  const entity = entityNamed(name)
  if (!entity || entity.replicate === 'never') throw new Error(`${name} is not kept on the device`)
  return entity
}

export function makeCreate(name: string, id: string, fields: Values, today: string): Made<'create'> {
  const parsed = parseCreate(replicated(name), fields, 'refuse', today)
  return parsed.ok ? { ok: true, operation: { op: 'create', entity: name, id, fields: parsed.values } } : parsed
}

/** The update from the seen row to the given values; null when nothing differs. */
export function makeUpdate(name: string, seen: AnyRow, fields: Values): Made<'update'> | null {
  const of = replicated(name)
  const parsed = parsePatch(of, fields, 'refuse')
  if (!parsed.ok) return parsed
  const changed = Object.entries(parsed.values).filter(([field, value]) => !isSame(value, seen[field]))
  if (changed.length === 0) return null
  const fixed = changed.filter(([field]) => of.fields[field]!.fixed)
  if (fixed.length > 0)
    return { ok: false, issues: Object.fromEntries(fixed.map(([field]) => [field, { key: 'fixed' }])) }
  const issues = of.check({ ...seen, ...parsed.values } as never)
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

/** The delete of a row as it was seen; a row that the server does not have yet has no base. */
export function makeDelete(
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

/** The server's number of the row; absent while only this device knows it. */
const seenOf = ({ number }: AnyRow): { seen?: number } => (number > 0 ? { seen: number } : {})
