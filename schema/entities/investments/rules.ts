import { statusClass } from '#schema/kernel/enumerations.ts'
import { redemptionDateOf } from '#schema/money/finance.ts'
import { isPaidIn } from './entity.ts'
import { totalInvestedCurrency } from '#schema/entities/investors/entity.ts'
import type { Addition, Rules } from '#schema/kernel/entity-rules.ts'
import type { Row } from '#schema/registry.ts'

export const investmentRules: Rules<'investments'> = {
  validate(after, { before, today }) {
    const { investmentDate, exitedOn } = after
    const isNewExitDay = exitedOn !== null && exitedOn !== (before?.exitedOn ?? null)
    if (!hasExited(after)) return isNewExitDay ? { exitedOn: { key: 'exitWithoutStatus' } } : {}
    if (isNewExitDay && exitedOn > today) return { exitedOn: { key: 'exitInFuture' } }
    const isDateChanged = isNewExitDay || investmentDate !== before?.investmentDate
    if (isDateChanged && exitedOn !== null && exitedOn < investmentDate)
      return { exitedOn: { key: 'exitBeforeInvestment' } }
    return {}
  },

  complete(row, read, { before, today }) {
    const investment = withExitedFromStart(withExitDay(row, before, today), before)
    const { projectId, investmentDate, redemptionDate } = investment
    const project = redemptionDate === null ? read('projects', projectId) : undefined
    if (!project) return investment
    return { ...investment, redemptionDate: redemptionDateOf(investmentDate, project.paymentInstallment) }
  },

  datedBy: ['status', 'exitedOn'],

  /** Sums of projects are in their own currency, sums of investors in that of totalInvested. */
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

function withExitedFromStart(after: Row<'investments'>, before: Row<'investments'> | null): Row<'investments'> {
  const exitedFromStart = hasExited(after) && (before === null || (hasExited(before) && before.exitedFromStart))
  // Rows on devices may lack the field.
  return exitedFromStart === (after.exitedFromStart ?? false) ? after : { ...after, exitedFromStart }
}

/** An exit without a date gets the current day. Exits from before this field existed stay without a date. */
function withExitDay(after: Row<'investments'>, before: Row<'investments'> | null, today: string): Row<'investments'> {
  const isUndated = before !== null && hasExited(before) && before.exitedOn === null
  const defaultDay = isUndated ? null : today > after.investmentDate ? today : after.investmentDate
  const exitedOn = hasExited(after) ? (after.exitedOn ?? defaultDay) : null
  return exitedOn === after.exitedOn ? after : { ...after, exitedOn }
}
