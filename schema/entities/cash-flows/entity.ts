import { entity } from '#schema/kernel/entity.ts'
import { cashFlowTypes, currencies } from '#schema/kernel/enumerations.ts'
import { choice, date, flag, money, reference, text } from '#schema/kernel/field-types.ts'
import { fixed, fromToday, knownFrom, optional, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

export const cashFlows = entity({
  name: 'cashFlows',
  singular: 'cash flow',
  table: 'cash_flows',
  fields: {
    projectId: knownFrom('investments', fixed(reference('projects', { onDelete: 'cascade' }))),
    investorId: fixed(optional(reference('investors', { onDelete: 'cascade' }))),
    /** Belongs to the same project and investor. Payments without one: see investor-flows.ts. */
    investmentId: optional(reference('investments')),
    /** 0 or more; the direction follows the type. */
    amount: money(),
    currency: withDefault(choice(currencies), 'USD'),
    type: choice(cashFlowTypes),
    description: optional(text(2000)),
    date: fromToday(date()),
    /** Set on a distribution around an exit that is not the final one. */
    moreDue: withDefault(flag(), false),
  },
  title: { via: 'projectId' },
  access: staffAnd({ read: [{ investorId: ownInvestors }] }),
  groups: [['amount', 'currency']],
})

/** A capital call is paid in by the investor, everything else is paid out to them. */
export const isCall = (type: string): boolean => type === 'CAPITAL_CALL'
