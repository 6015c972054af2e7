import { entity, type RowOf } from '#schema/kernel/entity.ts'
import { currencies, feeTypes } from '#schema/kernel/enumerations.ts'
import { choice, date, money, reference, share, text } from '#schema/kernel/field-types.ts'
import { byServer, fixed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'

/** `referralCommissions` is the agreement on a rate. */
export const commissions = entity({
  name: 'commissions',
  singular: 'commission',
  table: 'commissions',
  fields: {
    investmentId: fixed(reference('investments', { onDelete: 'cascade' })),
    /** From which it was computed (accruals.ts); null for one that a person entered. */
    agreementId: byServer(optional(reference('referralCommissions'))),
    feeType: choice(feeTypes),
    amount: money(),
    currency: withDefault(choice(currencies), 'USD'),
    percentage: optional(share()),
    calculatedOn: optional(date()),
    description: optional(text(2000)),
    dueDate: optional(date()),
    paidDate: optional(date()),
  },
  title: { via: 'investmentId' },
  access: staffAnd(),
  // Marking as paid conflicts with a change of the amount.
  groups: [['amount', 'currency', 'paidDate']],
  unique: [['agreementId', 'investmentId', 'calculatedOn']],
  identity: ['agreementId', 'calculatedOn'],
})

export const commissionStates = ['OVERDUE', 'DUE', 'PAID'] as const
export type CommissionState = (typeof commissionStates)[number]

/** A commission without a due date is never late. */
export const commissionState = (
  { dueDate, paidDate }: Pick<RowOf<typeof commissions>, 'dueDate' | 'paidDate'>,
  today: string,
): CommissionState => {
  if (paidDate !== null) return 'PAID'
  return dueDate !== null && dueDate < today ? 'OVERDUE' : 'DUE'
}
