import { statusClass } from '#schema/kernel/enumerations.ts'
import { redemptionDateOf } from '#schema/money/finance.ts'
import { isPaidIn } from './entity.ts'
import { totalInvestedCurrency } from '#schema/entities/investors/entity.ts'
import type { Addition, Rules } from '#schema/kernel/entity-rules.ts'
import type { Row } from '#schema/registry.ts'

export const investmentRules: Rules<'investments'> = {
  validate(is, { was, today }) {
    const { investmentDate, exitedOn } = is
    const isOther = exitedOn !== null && exitedOn !== (was?.exitedOn ?? null)
    if (!hasExited(is)) return isOther ? { exitedOn: { key: 'exitWithoutStatus' } } : {}
    if (isOther && exitedOn > today) return { exitedOn: { key: 'exitInFuture' } }
    const isMoved = isOther || investmentDate !== was?.investmentDate
    if (isMoved && exitedOn !== null && exitedOn < investmentDate) return { exitedOn: { key: 'exitBeforeInvestment' } }
    return {}
  },

  complete(given, read, { was, today }) {
    const investment = withStart(withExit(given, was, today), was)
    const { projectId, investmentDate, redemptionDate } = investment
    const project = redemptionDate === null ? read('projects', projectId) : undefined
    if (!project) return investment
    return { ...investment, redemptionDate: redemptionDateOf(investmentDate, project.paymentInstallment) }
  },

  datedBy: ['status', 'exitedOn'],

  /** Projects sum in their own currency, investors in that of totalInvested. */
  adds({ projectId, investorId, amount: by, currency, status }, read) {
    const additions: Addition[] = []
    if (currency === read('projects', projectId)?.currency) {
      additions.push({ entity: 'projects', id: projectId, field: 'raisedAmount', by })
      if (isPaidIn(status)) additions.push({ entity: 'projects', id: projectId, field: 'actualTotalInvested', by })
    }
    if (currency === totalInvestedCurrency)
      additions.push({ entity: 'investors', id: investorId, field: 'totalInvested', by })
    return additions
  },

  addsBy: { projectId: ['currency'] },
}

const hasExited = ({ status }: Row<'investments'>): boolean => statusClass(status) === 'EXITED'

function withStart(is: Row<'investments'>, was: Row<'investments'> | null): Row<'investments'> {
  const exitedFromStart = hasExited(is) && (was === null || (hasExited(was) && was.exitedFromStart))
  // Rows on devices may lack the field.
  return exitedFromStart === (is.exitedFromStart ?? false) ? is : { ...is, exitedFromStart }
}

/** An exit without a day gets today's. Exits older than the field keep none. */
function withExit(is: Row<'investments'>, was: Row<'investments'> | null, today: string): Row<'investments'> {
  const isUndated = was !== null && hasExited(was) && was.exitedOn === null
  const usual = isUndated ? null : today > is.investmentDate ? today : is.investmentDate
  const exitedOn = hasExited(is) ? (is.exitedOn ?? usual) : null
  return exitedOn === is.exitedOn ? is : { ...is, exitedOn }
}
