// What the investment forms hold and what they send.
import type { Row } from '#schema/registry.ts'
import { statusClass } from '#schema/enumerations.ts'
import { currencyUnits } from '#web/ui/money-format.ts'
import { groupedDecimal, typedDecimal } from '#web/ui/typed-decimal.ts'

export type InvestmentValues = {
  projectId: string | null
  investorId: string | null
  amount: string
  status: string
  /** Dates as YYYY-MM-DD, or what was typed instead of one. */
  investmentDate: string
  redemptionDate: string
}

export const newInvestment = (
  projectId: string | null,
  investorId: string | null,
  today: string,
): InvestmentValues => ({
  projectId,
  investorId,
  amount: '',
  status: 'COMMITTED',
  investmentDate: today,
  redemptionDate: '',
})

export const valuesOfInvestment = (investment: Row<'investments'>): InvestmentValues => ({
  projectId: investment.projectId,
  investorId: investment.investorId,
  amount: groupedDecimal(investment.amount),
  status: statusClass(investment.status),
  investmentDate: investment.investmentDate,
  redemptionDate: investment.redemptionDate ?? '',
})

const typedFields = (values: InvestmentValues, currency: string) => ({
  amount: typedDecimal(values.amount, currencyUnits(currency)),
  investmentDate: values.investmentDate,
  redemptionDate: values.redemptionDate || null,
})

export const fieldsOfNewInvestment = (values: InvestmentValues, currency: string): Record<string, unknown> => ({
  projectId: values.projectId,
  investorId: values.investorId,
  status: values.status,
  ...typedFields(values, currency),
})

/** Project and investor stay; a status that was not touched stays as it is stored. */
export function fieldsOfInvestment(values: InvestmentValues, seen: Row<'investments'>): Record<string, unknown> {
  const fields = typedFields(values, seen.currency)
  return values.status === statusClass(seen.status) ? fields : { ...fields, status: values.status }
}
