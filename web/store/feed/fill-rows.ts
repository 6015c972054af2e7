// Rows stored before a field existed lack it, and are not downloaded again. Unless a migration filled the field, it has
// its default or null.
import type { Fields } from '#schema/kernel/entity.ts'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import type { Field } from '#schema/kernel/field.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { entityNamed } from '#schema/registry.ts'
import { readableFields } from '#schema/kernel/permissions.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import type { RowValues } from './row-group.ts'

interface FillValues {
  readonly staff: Values
  readonly investor: Values
}

const noFill: FillValues = { staff: {}, investor: {} }
const fillCache = new WeakMap<Fields, FillValues>()

function fillFor(entity: string): FillValues {
  const definition = entityNamed(entity)
  if (!definition) return noFill
  const cached = fillCache.get(definition.fields)
  if (cached) return cached
  const forRole = (role: Role) =>
    Object.fromEntries(readableFields(definition, { role }).map((name) => [name, valueOf(definition.fields[name]!)]))
  const [staff, investor] = [true, false].map((wanted) => forRole(roles.find((role) => isStaff({ role }) === wanted)!))
  const made = { staff: staff!, investor: investor! }
  fillCache.set(definition.fields, made)
  return made
}

/** A date default differs per row, so a migration must set it. */
const valueOf = ({ default: value }: Field): unknown => (typeof value === 'object' ? null : (value ?? null))

/** Only staff receive `createdBy`. The role that a device remembers may have changed since the row was sent. */
const audienceOf = (has: boolean): keyof FillValues => (has ? 'staff' : 'investor')
const staffOnlyField = 'createdBy'

export function filledValues(values: RowValues): RowValues {
  const { fields, entity } = values
  if (!fields) return values
  const fill = fillFor(entity)[audienceOf(fields.includes(staffOnlyField))]
  const missing = Object.entries(fill).filter(([name]) => !fields.includes(name))
  if (missing.length === 0) return values
  const same = { ...values.same, ...Object.fromEntries(missing) }
  return { ...values, fields: [...fields, ...missing.map(([name]) => name)], same }
}

/** A copy if something is missing, because the row itself is stored as it came. */
export function filledRow(entity: string, row: Values): Values {
  const fill = fillFor(entity)[audienceOf(staffOnlyField in row)]
  for (const name in fill) if (!(name in row)) return { ...fill, ...row }
  return row
}
