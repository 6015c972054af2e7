import { daysBetween } from '#schema/money/dates.ts'
import { statusClass } from '#schema/kernel/enumerations.ts'
import type { Row } from '#schema/registry.ts'

export interface NextDate {
  readonly kind: 'PAY' | 'REDEEM'
  readonly day: string
  readonly inDays: number
}

type DatedInvestment = Pick<Row<'investments'>, 'status' | 'investmentDate' | 'redemptionDate'>

/** Null after an exit, or without a redemption date. */
export function nextDateOf(
  { status, investmentDate, redemptionDate }: DatedInvestment,
  today: string,
): NextDate | null {
  const group = statusClass(status)
  const day = group === 'COMMITTED' ? investmentDate : group === 'EXITED' ? null : redemptionDate
  return day === null ? null : { kind: group === 'COMMITTED' ? 'PAY' : 'REDEEM', day, inDays: daysBetween(today, day) }
}
