// A boolean for each permission; the server's visible-to.ts has the same in SQL.
import type { Clause, Rule } from './access-rule.ts'
import type { Entity } from './entity.ts'
import type { Role } from './enumerations.ts'
import { isStaff, type Viewer } from './viewer.ts'

export function ruleOf(entity: Entity, { role }: { readonly role: Role }, verb: string): Rule {
  const rules: Readonly<Record<string, Rule>> = entity.access[role]
  if (Object.hasOwn(rules, verb)) return rules[verb]!
  return Object.hasOwn(entity.verbs, verb) ? entity.verbs[verb]!.may[role] : 'nothing'
}

function holds(clause: Clause, row: Readonly<Record<string, unknown>>, viewer: Viewer): boolean {
  return Object.entries(clause).every(([column, required]) => {
    if (required === true) return row[column] === true
    if (required === 'viewer.user') return row[column] === viewer.userId
    return viewer.investorIds.includes(row[column] as string)
  })
}

/** Pass the stored columns, never only those of a request. */
export function may(entity: Entity, viewer: Viewer, verb: string, row: Readonly<Record<string, unknown>>): boolean {
  const rule = ruleOf(entity, viewer, verb)
  if (rule === 'everything') return true
  return rule !== 'nothing' && rule.some((clause) => holds(clause, row, viewer))
}

/** Needs no row. */
export const mayEver = (entity: Entity, viewer: { readonly role: Role }, verb: string): boolean =>
  ruleOf(entity, viewer, verb) !== 'nothing'

export function readableFields(entity: Entity, viewer: Pick<Viewer, 'role' | 'fieldVisibility'>): string[] {
  const audience = isStaff(viewer) ? 'staff' : 'investor'
  // The map only covers replicated entities.
  const visible =
    viewer.fieldVisibility && entity.replicate !== 'never'
      ? (viewer.fieldVisibility.get(entity.name) ?? new Set())
      : undefined
  return Object.keys(entity.fields).filter((name) => {
    const { readers } = entity.fields[name]!
    return (readers === 'all' || readers === audience) && (visible?.has(name) ?? true)
  })
}
