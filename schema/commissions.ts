import { entity } from './entity.ts'
import { currencies, feeTypes } from './enumerations.ts'
import { byServer, choice, date, fixed, money, optional, reference, share, text, withDefault } from './field.ts'
import { staffAnd } from './viewer.ts'

/** The fees due and paid; the agreement on a rate is `referralCommissions`. */
export const commissions = entity({
  name: 'commissions',
  one: 'commission',
  table: 'commissions',
  fields: {
    investmentId: fixed(reference('investments')),
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
  groups: [['amount', 'currency']],
  unique: [['agreementId', 'investmentId', 'calculatedOn']],
  identity: ['agreementId', 'calculatedOn'],
})
