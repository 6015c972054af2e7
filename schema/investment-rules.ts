import { statusClass } from './enumerations.ts'
import { redemptionDateOf } from './finance.ts'
import { isPaidIn } from './investments.ts'
import type { Addition, Rules } from './noun-rules.ts'
import type { Row } from './registry.ts'

export const investmentRules: Rules<'investments'> = {
  /** The redemption date follows from the project's payment installment, the day of an exit from the calendar. */
  complete(given, read, { was, today }) {
    const investment = withExit(given, was, today)
    const { projectId, investmentDate, redemptionDate } = investment
    const project = redemptionDate === null ? read('projects', projectId) : undefined
    if (!project) return investment
    return { ...investment, redemptionDate: redemptionDateOf(investmentDate, project.paymentInstallment) }
  },

  datedBy: ['status'],

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

const hasExited = ({ status }: Row<'investments'>): boolean => statusClass(status) === 'EXITED'

function withExit(is: Row<'investments'>, was: Row<'investments'> | null, today: string): Row<'investments'> {
  const isExit = hasExited(is) && !(was && hasExited(was))
  const exitedOn = !hasExited(is) ? null : isExit ? (is.exitedOn ?? today) : is.exitedOn
  return exitedOn === is.exitedOn ? is : { ...is, exitedOn }
}
