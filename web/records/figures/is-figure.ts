import type { Entity } from '#schema/kernel/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'

/** Whether the column is aligned by the end of its numbers, so that figures can be compared. */
export const isFigure = (entity: EntityName, field: string): boolean =>
  (registry[entity] as Entity).fields[field]?.storage.kind === 'decimal'
