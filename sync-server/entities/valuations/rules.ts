import type { ServerRules } from '#server/records/rows/entity-rules.ts'

export const valuationRules: ServerRules<'valuations'> = {
  derive: (set, row) => ({
    ...row,
    shown: set.peek('projects', row.projectId)?.['isVisibleToInvestors'] === true,
  }),

  deriveFrom: { projectId: ['isVisibleToInvestors'] },
}
