import type { RulesByEntity } from './records/rows/entity-rules.ts'
import { cashFlowRules } from './entities/cash-flows/rules.ts'
import { commissionRules } from './entities/commissions/rules.ts'
import { documentSignatureRules } from './entities/document-signatures/rules.ts'
import { documentRules } from './entities/documents/rules.ts'
import { holdingValueRules } from './entities/holding-values/rules.ts'
import { investmentRules } from './entities/investments/rules.ts'
import { investorRules } from './entities/investors/rules.ts'
import { opportunityRules } from './entities/opportunities/rules.ts'
import { projectRules } from './entities/projects/rules.ts'
import { userPreferencesRules } from './entities/user-preferences/rules.ts'
import { valuationRules } from './entities/valuations/rules.ts'

export const rules: RulesByEntity = {
  projects: projectRules,
  investors: investorRules,
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
