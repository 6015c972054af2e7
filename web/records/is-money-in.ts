import type { Entity } from '#schema/entity.ts'
import { isMoney } from '#schema/field.ts'
import { type EntityName, registry } from '#schema/registry.ts'

/** Whether the field, or the column of this name, holds amounts of money. */
export function isMoneyIn(entity: EntityName, name: string): boolean {
  const field = (registry[entity] as Entity).fields[name]
  return field !== undefined && isMoney(field)
}
