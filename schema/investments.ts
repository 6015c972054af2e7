import { entity } from './entity.ts'
import { currencies, investmentStatuses, statusClass } from './enumerations.ts'
import {
  byServer,
  choice,
  date,
  decimal,
  fixed,
  fromToday,
  investorReads,
  money,
  optional,
  reference,
  required,
  status,
  text,
  withDefault,
} from './field.ts'
import { ownInvestors, staffAnd } from './viewer.ts'

export const investments = entity({
  name: 'investments',
  one: 'investment',
  table: 'investments',
  fields: {
    projectId: fixed(reference('projects')),
    investorId: fixed(reference('investors')),
    amount: required(money({ above: '0' }), 'amount'),
    currency: withDefault(choice(currencies), 'USD'),
    status: withDefault(status(investmentStatuses), 'COMMITTED'),
    investmentDate: fromToday(date()),
    /** Computed from the project's payment installment when nobody gives it. */
    redemptionDate: optional(date()),
    /** The day of the exit; null before it, and for exits older than this field whose day is unknown. */
    exitedOn: optional(date()),
    /** Kept by the server, so that an investor's device can name a project that it may not see. */
    projectName: investorReads(byServer(optional(text(255)))),
    /** Latest NAV / total invested in the project; null without a valuation. */
    valueRatio: investorReads(byServer(optional(decimal(22, 6, { min: '0' })))),
  },
  title: { via: 'projectId', otherwise: 'projectName' },
  access: staffAnd({ read: [{ investorId: ownInvestors }] }),
  groups: [
    ['amount', 'currency'],
    ['investmentDate', 'redemptionDate'],
  ],
  cascade: [{ entity: 'commissions', field: 'investmentId' }],
  joins: {
    projectName: { via: 'projectId', field: 'name' },
    investorFirstName: { via: 'investorId', field: 'firstName' },
    investorLastName: { via: 'investorId', field: 'lastName' },
  },
  check: ({ investmentDate, redemptionDate }) =>
    redemptionDate !== null && redemptionDate < investmentDate
      ? { redemptionDate: { key: 'redemptionBeforeInvestment' } }
      : {},
})

/** Whether the amount is paid in (FUNDED, ACTIVE, EXITED), not only committed. */
export const isPaidIn = (status: string): boolean => statusClass(status) !== 'COMMITTED'
