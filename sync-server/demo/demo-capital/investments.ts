import { v7 as uuidv7 } from 'uuid'
import { addMonths } from '#schema/money/dates.ts'
import { multiply, quotient, round, split } from '#schema/money/money.ts'
import type { Raised, Sale } from './capital-raised.ts'
import { type Days, noonOf, type SeedRow } from '#server/demo/seed-parts.ts'

/** Uneven multiples of `step` that sum to the amount. */
function splitUnevenly(amount: string, step: string, count: number, shift: number): string[] {
  const hundred = multiply(step, '100')
  const weights = Array.from({ length: count }, (_, i) => String(3 + ((i * 7 + shift) % 9)))
  return split(quotient(amount, hundred), weights).map((part) => round(multiply(part, hundred)))
}

interface HeldInvestment {
  readonly amount: string
  readonly investorId: string
  readonly investmentDate: string
  readonly redemptionDate: string
  readonly status: string
}

const rowOf = (project: SeedRow, held: HeldInvestment, at: Date): SeedRow => ({
  entity: 'investments',
  id: uuidv7(),
  at,
  fields: { ...held, projectId: project.id, currency: project.fields['currency'] ?? 'USD' },
})

function investmentsUntilLastYear(
  days: Days,
  project: SeedRow,
  raised: Raised,
  first: readonly SeedRow[],
  index: number,
): SeedRow[] {
  const { firstInvestorIndexes, step, redeemedIn } = raised
  return splitUnevenly(raised.earlier, step, firstInvestorIndexes.length, index).map((amount, i) => {
    const ago = raised.latestYearIndexes.includes(i) ? 10 - i : 36 - index - i * 2
    const investmentDate = days.monthsAgo(ago, (index * 3 + i) % 25)
    const redemptionDate = i === 1 ? days.ago(-redeemedIn) : addMonths(investmentDate, 60)
    const investorId = first[firstInvestorIndexes[i]!]!.id
    return rowOf(
      project,
      { amount, investorId, investmentDate, redemptionDate, status: 'FUNDED' },
      days.booked(investmentDate),
    )
  })
}

/** New investors have paid in only into open projects. */
function investmentsThisYear(
  days: Days,
  project: SeedRow,
  raised: Raised,
  first: readonly SeedRow[],
  newest: readonly SeedRow[],
  index: number,
): SeedRow[] {
  const { isOpen } = raised
  const sinceQuarter = [days.ago(2 + index), days.startOfQuarter].sort().at(-1)!
  const thisQuarter = [sinceQuarter, days.earliestToday].sort()[0]!
  const dates = [
    days.monthsAgo(10, index * 4),
    days.monthsAgo(5, index * 4),
    days.ago(-raised.dueInDays),
    isOpen ? thisQuarter : days.ago(-52 - index * 2),
    days.ago(-33 - index * 3),
    days.ago(-60 - index * 2),
  ]
  const investors = [...raised.laterInvestorIndexes.map((i) => first[i]!), ...newest.slice(index * 3, index * 3 + 3)]
  return splitUnevenly(raised.later, raised.laterStep, dates.length, index + 3).map((amount, i) => {
    const investmentDate = dates[i]!
    return rowOf(
      project,
      {
        amount,
        investorId: investors[i]!.id,
        investmentDate,
        redemptionDate: addMonths(investmentDate, 48),
        status: [0, 1, isOpen ? 3 : 0].includes(i) ? 'FUNDED' : 'COMMITTED',
      },
      i < 2 ? days.booked(investmentDate) : days.on([days.startOfQuarter, days.ago(3 + index)].sort().at(-1)!),
    )
  })
}

export const investmentsIn = (
  days: Days,
  project: SeedRow,
  raised: Raised,
  investors: { readonly first: readonly SeedRow[]; readonly newest: readonly SeedRow[] },
  index: number,
): SeedRow[] => [
  ...investmentsUntilLastYear(days, project, raised, investors.first, index),
  ...investmentsThisYear(days, project, raised, investors.first, investors.newest, index),
]

/** A sold holding in the unvalued project, with the proceeds outstanding. */
export function unpaidExit(days: Days, project: SeedRow, first: readonly SeedRow[]): SeedRow {
  const investmentDate = days.monthsAgo(30)
  const held = { amount: '350000.00', investorId: first[7]!.id, investmentDate, status: 'FUNDED' }
  return rowOf(project, { ...held, redemptionDate: addMonths(investmentDate, 60) }, days.booked(investmentDate))
}

const soldOn = (days: Days, { monthsSinceSale }: Sale): string => days.monthsAgo(monthsSinceSale, 4)

export const soldInvestments = (days: Days, project: SeedRow, sale: Sale, first: readonly SeedRow[]): SeedRow[] =>
  splitUnevenly(sale.amount, '10000', sale.held.length, 1).map((amount, i) => {
    const investmentDate = days.monthsAgo(35 - i, i * 3)
    const held = { amount, investorId: first[sale.held[i]!]!.id, investmentDate, status: 'EXITED' }
    return rowOf(project, { ...held, redemptionDate: soldOn(days, sale) }, noonOf(soldOn(days, sale)))
  })

export const paidInBy = (investments: readonly SeedRow[], day: string): readonly SeedRow[] =>
  investments.filter(({ fields }) => fields['status'] !== 'COMMITTED' && String(fields['investmentDate']) <= day)

export const textField = (row: SeedRow, field: string): string => String(row.fields[field])
