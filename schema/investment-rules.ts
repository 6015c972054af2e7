import { redemptionDateOf } from './finance.ts'
import { isPaidIn } from './investments.ts'
import type { Addition, Rules } from './noun-rules.ts'

export const investmentRules: Rules<'investments'> = {
  /** The redemption date follows from the project's payment installment. */
  complete(investment, read) {
    const { projectId, investmentDate, redemptionDate } = investment
    const project = redemptionDate === null ? read('projects', projectId) : undefined
    if (!project) return investment
    return { ...investment, redemptionDate: redemptionDateOf(investmentDate, project.paymentInstallment) }
  },

  /** A project sums the investments in its own currency, an investor those in US dollars. */
  adds({ projectId, investorId, amount: by, currency, status }, read) {
    const additions: Addition[] = []
    if (currency === (read('projects', projectId)?.currency ?? 'USD')) {
      additions.push({ entity: 'projects', id: projectId, field: 'raisedAmount', by })
      if (isPaidIn(status)) additions.push({ entity: 'projects', id: projectId, field: 'actualTotalInvested', by })
    }
    if (currency === 'USD') additions.push({ entity: 'investors', id: investorId, field: 'totalInvested', by })
    return additions
  },

  addsBy: { projectId: ['currency'] },
}
