import type { ServerRules } from '#server/records/rows/entity-rules.ts'

export const valuationRules: ServerRules<'valuations'> = {
  complete: (set, row) => ({
    ...row,
    shown: set.peek('projects', row.projectId)?.['isVisibleToInvestors'] === true,
  }),

  completeBy: { projectId: ['isVisibleToInvestors'] },
}
