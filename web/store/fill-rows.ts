// Rows that were told before a field was there lie on the disk without it, and nobody fetches them again for its sake:
// what a migration did not fill has the field's default or null, on the server and here.
import type { Fields as FieldsOf } from '#schema/entity.ts'
import type { Role } from '#schema/enumerations.ts'
import type { Field } from '#schema/field.ts'
import { entityNamed } from '#schema/registry.ts'
import { readableFields } from '#schema/viewer.ts'
import type { Fields, Values } from './row-group.ts'

/** By entity: what a row has of the fields that it was told without. */
export type Fill = (entity: string) => Fields

const none: Fields = {}

/** For the rows that somebody in this role is told. */
export function fillFor(role: Role): Fill {
  const known = new WeakMap<FieldsOf, Fields>()
  return (entity) => {
    const of = entityNamed(entity)
    if (!of) return none
    const found = known.get(of.fields)
    if (found) return found
    const made = Object.fromEntries(readableFields(of, { role }).map((name) => [name, fillOf(of.fields[name]!)]))
    known.set(of.fields, made)
    return made
  }
}

/** A default that is a day is another one for every row: a migration gives it. */
const fillOf = ({ default: value }: Field): unknown => (typeof value === 'object' ? null : (value ?? null))

export const fillNothing: Fill = () => none

/** The rows with every field; the same where none is missing. */
export function filledValues(values: Values, fill: Fields): Values {
  const { fields } = values
  const missing = fields ? Object.entries(fill).filter(([name]) => !fields.includes(name)) : []
  if (missing.length === 0) return values
  const same = { ...values.same, ...Object.fromEntries(missing) }
  return { ...values, fields: [...fields!, ...missing.map(([name]) => name)], same }
}

/** A row of its own where something is missing: as it came, it goes to the disk. */
export function filledRow(row: Fields, fill: Fields): Fields {
  for (const name in fill) if (!(name in row)) return { ...fill, ...row }
  return row
}
