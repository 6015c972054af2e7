import { v7 as uuidv7 } from 'uuid'
import { daysBetween } from '#schema/money/dates.ts'
import { multiply, quotient, round, sum } from '#schema/money/money.ts'
import { textField, paidInBy } from './investments.ts'
import type { Raised } from './capital-raised.ts'
import type { Days, SeedRow } from '#server/demo/seed-parts.ts'

const quarterlyReturns = ['0.0000', '0.0120', '-0.0090', '0.0040', '-0.0150', '0.0080']

function navOf(investments: readonly SeedRow[], growth: string, day: string, quarter: number): string {
  const paidIn = sum(investments.map((each) => textField(each, 'amount')))
  const grown = investments.map((each) => {
    const years = quotient(String(daysBetween(textField(each, 'investmentDate'), day)), '365')
    return multiply(textField(each, 'amount'), multiply(years, growth))
  })
  const quarterlyReturn = multiply(paidIn, quarterlyReturns[quarter % quarterlyReturns.length]!)
  const nav = sum([paidIn, ...grown, quarterlyReturn])
  return round(multiply(round(quotient(nav, '1000'), 0), '1000'))
}

export function valuationsOf(
  days: Days,
  project: SeedRow,
  investments: readonly SeedRow[],
  { growth }: Raised,
  projectIndex: number,
): SeedRow[] {
  if (growth === null) return []
  return days.quarterEnds(12).flatMap((valuationDate, quarter) => {
    const paidIn = paidInBy(investments, valuationDate)
    if (!paidIn.length) return []
    const nav = navOf(paidIn, growth, valuationDate, quarter + projectIndex)
    const notes =
      quarter % 4 === 3 ? 'Appraised by an independent valuer.' : 'Valued by the firm, agreed by the auditor.'
    const at = days.booked(valuationDate)
    return [{ entity: 'valuations', id: uuidv7(), at, fields: { projectId: project.id, nav, valuationDate, notes } }]
  })
}
