// What follows from a row, computed the same way on both sides: the server's desk decides with it, a device shows it as
// provisional until the server's value comes.
import { audienceOfType } from './documents.ts'
import type { Currency, PaymentInstallment } from './enumerations.ts'
import { redemptionDateOf } from './finance.ts'
import { isPaidIn } from './investments.ts'
import { add, isZero, subtract } from './money.ts'

export type Values = Readonly<Record<string, unknown>>
export type ReadRow = (entity: string, id: string) => Values | undefined

/** A sum kept on another row moves by a signed amount of money. */
export interface SumMove {
  readonly entity: 'projects' | 'investors'
  readonly id: string
  readonly field: string
  readonly by: string
}

/** Completes what nobody gave: an investment's redemption date, by its project; for whom a document is, by its type. */
export function completeValues(entity: string, values: Values, read: ReadRow): Values {
  if (entity === 'documents' && values['audience'] === null)
    return { ...values, audience: audienceOfType(values['type'] as string | null) }
  if (entity !== 'investments' || values['redemptionDate'] !== null) return values
  const project = read('projects', values['projectId'] as string)
  if (!project) return values
  const installment = project['paymentInstallment'] as PaymentInstallment
  return { ...values, redemptionDate: redemptionDateOf(values['investmentDate'] as string, installment) }
}

function contributions(investment: Values | null, read: ReadRow): Map<string, SumMove> {
  const moves = new Map<string, SumMove>()
  if (!investment) return moves
  const [projectId, investorId] = [investment['projectId'] as string, investment['investorId'] as string]
  const [amount, currency] = [investment['amount'] as string, investment['currency'] as Currency]
  const give = (entity: SumMove['entity'], id: string, field: string) =>
    moves.set(`${id} ${field}`, { entity, id, field, by: amount })
  if (currency === (read('projects', projectId)?.['currency'] ?? 'USD')) {
    give('projects', projectId, 'raisedAmount')
    if (isPaidIn(investment['status'] as string)) give('projects', projectId, 'actualTotalInvested')
  }
  if (currency === 'USD') give('investors', investorId, 'totalInvested')
  return moves
}

/** How the sums on other rows move when a row changes from `before` to `after`; null where there is no live row. */
export function sumMoves(entity: string, before: Values | null, after: Values | null, read: ReadRow): SumMove[] {
  if (entity !== 'investments') return []
  const moves = contributions(after, read)
  for (const [key, { by, ...of }] of contributions(before, read)) {
    moves.set(key, { ...of, by: subtract(moves.get(key)?.by ?? '0', by) })
  }
  return [...moves.values()].filter(({ by }) => !isZero(by))
}

export const moved = (sum: unknown, { by }: SumMove): string => add((sum as string | null | undefined) ?? '0', by)
