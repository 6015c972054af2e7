import type { ServerRules } from '#server/records/rows/noun-rules.ts'

export const opportunityRules: ServerRules<'opportunities'> = {
  defaultsFor: ({ userId }) => ({ values: { sharedBy: userId } }),

  /** A client that does not say when it happened gets the time of its change. */
  complete: (_, row) => ({
    ...row,
    viewedAt: row.viewed ? (row.viewedAt ?? row.updatedAt) : row.viewedAt,
    respondedAt: row.responded ? (row.respondedAt ?? row.updatedAt) : row.respondedAt,
  }),
}
