import { fieldsOfColumn, type ImportMap } from '#schema/import/import-map.ts'
import type { Reason } from '#schema/import/reasons.ts'

/** Column of a reason; null if it concerns the whole row. */
export const columnOfReason = ({ columns }: ImportMap, { at }: Reason): string | null => {
  if (at === null || Object.hasOwn(columns, at)) return at
  return Object.keys(columns).find((column) => fieldsOfColumn(columns[column]!).includes(at)) ?? null
}
