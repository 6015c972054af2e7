// The rules of every noun that has some.
import type { RulesByNoun } from './records/noun-rules.ts'
import { cashFlowRules } from './cash-flows/rules.ts'
import { commissionRules } from './commissions/rules.ts'
import { documentSignatureRules } from './document-signatures/rules.ts'
import { documentRules } from './documents/rules.ts'
import { holdingValueRules } from './holding-values/rules.ts'
import { investmentRules } from './investments/rules.ts'
import { opportunityRules } from './opportunities/rules.ts'
import { projectRules } from './projects/rules.ts'
import { userPreferencesRules } from './user-preferences/rules.ts'
import { valuationRules } from './valuations/rules.ts'

export const rules: RulesByNoun = {
  projects: projectRules,
  investments: investmentRules,
  documents: documentRules,
  cashFlows: cashFlowRules,
  commissions: commissionRules,
  documentSignatures: documentSignatureRules,
  valuations: valuationRules,
  holdingValues: holdingValueRules,
  opportunities: opportunityRules,
  userPreferences: userPreferencesRules,
}
