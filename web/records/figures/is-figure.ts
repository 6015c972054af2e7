import type { Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'

export const isFigure = (entity: EntityName, field: string): boolean =>
  (registry[entity] as Entity).fields[field]?.storage.kind === 'decimal'
