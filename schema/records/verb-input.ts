import type { Fields } from '#schema/kernel/entity.ts'
import { type Parsed, parseField, type UnknownFields, type Values } from '#schema/kernel/parse.ts'
import type { Issue, Issues } from '#schema/kernel/issues.ts'
import type { EntityVerb } from '#schema/kernel/verb.ts'

/** An absent optional value stays absent. */
export function parseInput(
  { input, validate }: EntityVerb,
  id: string,
  given: unknown,
  unknownFields: Exclude<UnknownFields, 'byServer'> = 'refuse',
): Parsed {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { ok: false, issues: { '': { key: 'object' } } }
  const sent = new Map(Object.entries(given))
  const issues: Record<string, Issue> = {}
  const values: Record<string, unknown> = {}
  if (unknownFields === 'refuse')
    for (const name of sent.keys()) if (!Object.hasOwn(input, name)) issues[name] = { key: 'unknown' }
  for (const [name, field] of Object.entries(input)) {
    if (field.nullable && !sent.has(name)) continue
    const parsed = parseField(field, sent.get(name))
    if ('issue' in parsed) issues[name] = parsed.issue
    else values[name] = parsed.value
  }
  if (Object.keys(issues).length) return { ok: false, issues }
  const invalid: Issues = validate?.(id, values) ?? {}
  return Object.keys(invalid).length ? { ok: false, issues: invalid } : { ok: true, values }
}

export const referencesIn = (input: Fields, values: Values): [field: string, entity: string, id: string][] =>
  Object.entries(input).flatMap(([field, { storage }]) => {
    const id = values[field]
    return storage.kind === 'reference' && typeof id === 'string' ? [[field, storage.to, id]] : []
  })
