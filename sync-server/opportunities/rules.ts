import type { ServerRules } from '../desk/noun-rules.ts'

export const opportunityRules: ServerRules<'opportunities'> = {
  given: ({ userId }) => ({ values: { sharedBy: userId } }),
}
