import type { Entity } from '#schema/kernel/entity.ts'
import { isMoney } from '#schema/kernel/field.ts'
import { type EntityName, registry } from '#schema/registry.ts'

export function isMoneyIn(entity: EntityName, name: string): boolean {
  const field = (registry[entity] as Entity).fields[name]
  return field !== undefined && isMoney(field)
}
