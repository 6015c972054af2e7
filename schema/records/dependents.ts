import { type Link, referenceFields } from '#schema/kernel/entity.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'

/** By reference, the fields of the other row that a rule reads. */
export type FieldsRead = Readonly<Record<string, readonly string[]>>

export interface Dependent extends Link {
  readonly fieldsRead: readonly string[]
}

/** Computed once, because rows are written by the thousand. */
export function dependentsBy(
  lookups: readonly (readonly [string, FieldsRead | undefined])[],
): Map<string, Dependent[]> {
  const dependents = new Map<string, Dependent[]>()
  for (const [entity, fieldsRead] of lookups)
    for (const { field, to } of referenceFields(entityNamed(entity)!)) {
      const fields = fieldsRead?.[field]
      if (fields) dependents.set(to, [...(dependents.get(to) ?? []), { entity, field, fieldsRead: fields }])
    }
  return dependents
}

export const affectedBy = (
  dependents: readonly Dependent[] | undefined,
  before: Values,
  after: Values,
): readonly Dependent[] =>
  dependents?.filter(({ fieldsRead }) => fieldsRead.some((field) => before[field] !== after[field])) ?? []
