// Rows that depend on fields of a row that they refer to, by what the rules of their nouns say.
import { type Link, referenceFields } from './entity.ts'
import { entityNamed } from './registry.ts'
import type { Values } from './rules.ts'

/** By reference, the fields of the other row that are looked at. */
export type LooksAt = Readonly<Record<string, readonly string[]>>

export interface Dependent extends Link {
  readonly looksAt: readonly string[]
}

/** By the entity that is referred to, which rows depend on it. Rows are written by the thousand: this is made once. */
export function dependentsBy(nouns: readonly (readonly [string, LooksAt | undefined])[]): Map<string, Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const [entity, looksAt] of nouns)
    for (const { field, to } of referenceFields(entityNamed(entity)!)) {
      const fields = looksAt?.[field]
      if (fields) dependents.set(to, [...(dependents.get(to) ?? []), { entity, field, looksAt: fields }])
    }
  return dependents
}

/** Those of the dependents that look at a field which has changed. */
export const affectedBy = (
  dependents: readonly Dependent[] | undefined,
  before: Values,
  after: Values,
): readonly Dependent[] =>
  dependents?.filter(({ looksAt }) => looksAt.some((field) => before[field] !== after[field])) ?? []
