// A group of rows that were deleted together, as the server lists it.
export interface DeletedGroup {
  /** The row that somebody deleted: restoring it restores the group. */
  readonly entity: string
  readonly id: string
  readonly title: string | null
  readonly deletedAt: string
  readonly deletedBy: string | null
  /** The number of rows of each entity, including this one. */
  readonly rows: Readonly<Record<string, number>>
}

/** What was deleted along with the row, by entity. */
export const alongWith = ({ entity, rows }: DeletedGroup): readonly (readonly [string, number])[] =>
  Object.entries(rows)
    .map(([name, count]) => [name, name === entity ? count - 1 : count] as const)
    .filter(([, count]) => count > 0)
