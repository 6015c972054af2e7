import type { Rows } from '#schema/records/sums.ts'
import type { Tables } from './tables.ts'

export const readRows = (tables: Tables): Rows => ({
  get: (entity, id) => tables.of(entity).get(id),
  where: ({ entity, field }, id) => tables.of(entity).where(field, id),
})
