import { v7 as uuidv7 } from 'uuid'
import { multiply, round, sum } from '#schema/money/money.ts'
import { textField, paidInBy } from './investments.ts'
import type { Raised, Sale } from './capital-raised.ts'
import type { Days, SeedRow } from '#server/demo/seed-parts.ts'

type Flow = Readonly<Record<'type' | 'amount' | 'date' | 'description', string>>

function flow(days: Days, investment: SeedRow, fields: Flow): SeedRow {
  const { projectId, investorId, currency } = investment.fields
  return {
    entity: 'cashFlows',
    id: uuidv7(),
    at: days.booked(fields.date),
    fields: { projectId, investorId, investmentId: investment.id, currency, ...fields },
  }
}

const callOf = (days: Days, investment: SeedRow): SeedRow =>
  flow(days, investment, {
    type: 'CAPITAL_CALL',
    amount: textField(investment, 'amount'),
    date: textField(investment, 'investmentDate'),
    description: 'Capital call in full',
  })

function paymentsOf(days: Days, investments: readonly SeedRow[], { quarterly, paymentType }: Raised): SeedRow[] {
  if (quarterly === null) return []
  return days.quarterEnds(12).flatMap((date) => {
    const holders = Map.groupBy(paidInBy(investments, date), ({ fields }) => fields['investorId'])
    return [...holders.values()].map((held) => {
      const paidIn = sum(held.map((each) => textField(each, 'amount')))
      const amount = `${round(multiply(paidIn, quarterly), 0)}.00`
      const description = `Payment of the quarter that ended on ${date}`
      return flow(days, held[0]!, { type: paymentType, amount, date, description })
    })
  })
}

function extraPaymentsOf(days: Days, investments: readonly SeedRow[], { paymentType, quarterly }: Raised): SeedRow[] {
  if (paymentType !== 'DISTRIBUTION' || quarterly === null) return []
  const held = investments[2]!
  const date = [days.ago(8), days.startOfQuarter].sort().at(-1)!
  const amount = `${round(multiply(textField(held, 'amount'), '0.05'), 0)}.00`
  return [flow(days, held, { type: paymentType, amount, date, description: 'Partial redemption' })]
}

export const flowsOf = (days: Days, investments: readonly SeedRow[], raised: Raised): SeedRow[] => [
  ...paidInBy(investments, days.today).map((each) => callOf(days, each)),
  ...paymentsOf(days, investments, raised),
  ...extraPaymentsOf(days, investments, raised),
]

export const flowsOfSale = (days: Days, investments: readonly SeedRow[], { multiple }: Sale): SeedRow[] =>
  investments.flatMap((each) => {
    const proceeds = `${round(multiply(textField(each, 'amount'), multiple), 0)}.00`
    const date = textField(each, 'redemptionDate')
    return [
      callOf(days, each),
      flow(days, each, { type: 'DISTRIBUTION', amount: proceeds, date, description: 'Proceeds of the sale' }),
    ]
  })
