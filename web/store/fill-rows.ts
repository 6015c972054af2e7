// Rows that were told before a field was there lie on the disk without it, and nobody fetches them again for its sake:
// what a migration did not fill has the field's default or null, on the server and here.
import type { Fields as FieldsOf } from '#schema/entity.ts'
import { type Role, roles } from '#schema/enumerations.ts'
import type { Field } from '#schema/field.ts'
import { entityNamed } from '#schema/registry.ts'
import { isStaff, readableFields } from '#schema/viewer.ts'
import type { Fields, Values } from './row-group.ts'

/** What a row has of the fields that it was told without, by who is told it. */
interface Fill {
  readonly staff: Fields
  readonly investor: Fields
}

const nothing: Fill = { staff: {}, investor: {} }
const fills = new WeakMap<FieldsOf, Fill>()

function fillFor(entity: string): Fill {
  const of = entityNamed(entity)
  if (!of) return nothing
  const known = fills.get(of.fields)
  if (known) return known
  const forRole = (role: Role) =>
    Object.fromEntries(readableFields(of, { role }).map((name) => [name, valueOf(of.fields[name]!)]))
  const [staff, investor] = [true, false].map((wanted) => forRole(roles.find((role) => isStaff({ role }) === wanted)!))
  const made = { staff: staff!, investor: investor! }
  fills.set(of.fields, made)
  return made
}

/** A default that is a day is another one for every row: a migration gives it. */
const valueOf = ({ default: value }: Field): unknown => (typeof value === 'object' ? null : (value ?? null))

/** Who a row was told to: staff alone are told who made it. The role that a device remembers may be another one by now. */
const readersOf = (has: boolean): keyof Fill => (has ? 'staff' : 'investor')
const onlyStaff = 'createdBy'

/** The rows with every field; the same where none is missing. */
export function filledValues(values: Values): Values {
  const { fields, entity } = values
  if (!fields) return values
  const fill = fillFor(entity)[readersOf(fields.includes(onlyStaff))]
  const missing = Object.entries(fill).filter(([name]) => !fields.includes(name))
  if (missing.length === 0) return values
  const same = { ...values.same, ...Object.fromEntries(missing) }
  return { ...values, fields: [...fields, ...missing.map(([name]) => name)], same }
}

/** A row of its own where something is missing: as it came, it goes to the disk. */
export function filledRow(entity: string, row: Fields): Fields {
  const fill = fillFor(entity)[readersOf(onlyStaff in row)]
  for (const name in fill) if (!(name in row)) return { ...fill, ...row }
  return row
}
