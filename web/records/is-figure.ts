import type { Entity } from '#schema/entity.ts'
import { type EntityName, registry } from '#schema/registry.ts'

/** Figures stand below each other by the end of the number. */
export const isFigure = (entity: EntityName, field: string): boolean =>
  (registry[entity] as Entity).fields[field]?.storage.kind === 'decimal'
