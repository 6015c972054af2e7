import Big from 'big.js'
import { addMonths } from './dates.ts'
import type { PaymentInstallment } from '#schema/kernel/enumerations.ts'

const months: Record<PaymentInstallment, number> = {
  '1_MONTH': 1,
  '2_MONTHS': 2,
  '3_MONTHS': 3,
  '6_MONTHS': 6,
  '12_MONTHS': 12,
}

export const installmentMonths = (installment: PaymentInstallment | null | undefined): number =>
  installment ? months[installment] : 6

export const redemptionDateOf = (investmentDate: string, installment: PaymentInstallment | null | undefined): string =>
  addMonths(investmentDate, installmentMonths(installment))

/**
 * returns = target x IRR / 100 x months / 12; total = target + returns. IRR in percent a year; rounded once, half-up.
 * Null unless amount and IRR are above 0.
 */
export function roiOf(
  targetAmount: string,
  irr: string,
  installment: PaymentInstallment,
): { readonly returns: string; readonly total: string; readonly months: number } | null {
  const target = new Big(targetAmount)
  if (target.lte(0) || new Big(irr).lte(0)) return null
  const returns = target.times(irr).times(installmentMonths(installment)).div(1200)
  return { returns: returns.toFixed(2), total: target.plus(returns).toFixed(2), months: installmentMonths(installment) }
}
