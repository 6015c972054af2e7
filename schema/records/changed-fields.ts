import { rulesOf } from '#schema/rules.ts'
import { isSame, withGroups } from './change.ts'

type Values = Readonly<Record<string, unknown>>

/** The given values that differ, and equal ones that the rules would clear otherwise. */
export function changedFields(entity: string, current: Values, given: Values): Record<string, unknown> {
  const differing = Object.keys(given).filter((field) => !isSame(given[field], current[field]))
  const { clearedUnlessNamed = [] } = rulesOf(entity)
  const named = withGroups(entity, differing).filter((field) => clearedUnlessNamed.includes(field))
  return Object.fromEntries(
    Object.entries(given).filter(([field]) => differing.includes(field) || named.includes(field)),
  )
}
