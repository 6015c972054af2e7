import { daysBetween } from '#schema/money/dates.ts'
import { isZero } from '#schema/money/money.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { HoldingOnDay } from '#schema/portfolio/holding-value.ts'
import { unpaidAmount } from '#schema/portfolio/investor-flows.ts'
import type { Row } from '#schema/registry.ts'

export interface NextDate {
  readonly kind: 'PAY' | 'REDEEM'
  readonly day: string
  readonly inDays: number
  /** In the holding's currency: what is not paid in yet, or what was invested. */
  readonly amount: string
}

type DatedInvestment = Pick<Row<'investments'>, 'status' | 'amount' | 'investmentDate' | 'redemptionDate'>

/** Null after an exit, without a redemption date, and once a commitment is paid in. */
export function nextDateOf(
  { status, amount, investmentDate, redemptionDate }: DatedInvestment,
  valued: Pick<HoldingOnDay, 'paidIn'> | undefined,
  today: string,
): NextDate | null {
  const group = statusClass(status)
  if (group === 'COMMITTED') {
    const unpaid = unpaidAmount({ amount, status }, valued?.paidIn ?? '0')
    const inDays = daysBetween(today, investmentDate)
    return isZero(unpaid) ? null : { kind: 'PAY', day: investmentDate, inDays, amount: unpaid }
  }
  if (group === 'EXITED' || redemptionDate === null) return null
  return { kind: 'REDEEM', day: redemptionDate, inDays: daysBetween(today, redemptionDate), amount }
}
