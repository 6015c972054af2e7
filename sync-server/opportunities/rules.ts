import type { ServerRules } from '../records/noun-rules.ts'

export const opportunityRules: ServerRules<'opportunities'> = {
  given: ({ userId }) => ({ values: { sharedBy: userId } }),
}
