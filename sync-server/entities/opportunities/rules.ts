import type { ServerRules } from '#server/records/rows/entity-rules.ts'

export const opportunityRules: ServerRules<'opportunities'> = {
  defaultsFor: ({ userId }) => ({ values: { sharedBy: userId } }),

  derive: (_, row) => ({
    ...row,
    viewedAt: row.viewed ? (row.viewedAt ?? row.updatedAt) : row.viewedAt,
    respondedAt: row.responded ? (row.respondedAt ?? row.updatedAt) : row.respondedAt,
  }),
}
