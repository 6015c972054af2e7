import type { DeletedGroup } from '#schema/records/deleted-group.ts'

export const relatedRows = ({ entity, rows }: DeletedGroup): readonly (readonly [string, number])[] =>
  Object.entries(rows)
    .map(([name, count]) => [name, name === entity ? count - 1 : count] as const)
    .filter(([, count]) => count > 0)
