import { entity } from '#schema/kernel/entity.ts'
import { currencies, investmentStatuses, statusClass } from '#schema/kernel/enumerations.ts'
import { choice, date, decimal, flag, money, reference, status, text } from '#schema/kernel/field-types.ts'
import {
  byServer,
  fixed,
  fromToday,
  investorReads,
  optional,
  required,
  withDefault,
} from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

export const investments = entity({
  name: 'investments',
  singular: 'investment',
  table: 'investments',
  fields: {
    projectId: fixed(reference('projects', { onDelete: 'restrict', code: 'HAS_INVESTMENTS' })),
    investorId: fixed(reference('investors', { onDelete: 'cascade' })),
    amount: required(money({ above: '0' }), 'amount'),
    currency: withDefault(choice(currencies), 'USD'),
    status: withDefault(status(investmentStatuses), 'COMMITTED'),
    investmentDate: fromToday(date()),
    /** Computed from the project's installment if not given. */
    redemptionDate: optional(date()),
    /** Null before the exit, and for old exits of unknown date. */
    exitedOn: optional(date()),
    /** Never funded here; see holding-value.ts. */
    exitedFromStart: byServer(withDefault(flag(), false)),
    /** No further payment is expected from the exit. */
    nothingMoreDue: withDefault(flag(), false),
    /** Lets an investor's device name a project that it may not read. */
    projectName: investorReads(byServer(optional(text(255)))),
    /** The currency of `value` and `holdingValues`. */
    projectCurrency: investorReads(byServer(optional(choice(currencies)))),
    /**
     * Share of the project's latest NAV, 0.00 if nothing was paid in by its day. Null without a valuation, and while
     * shares are recalculated (`valueDate` is set).
     */
    value: investorReads(byServer(optional(money()))),
    valueDate: investorReads(byServer(optional(date()))),
    /** For apps of an earlier build: `value` / paid in by its day. */
    valueRatio: investorReads(byServer(optional(decimal(22, 6, { min: '0' })))),
  },
  title: {
    via: 'projectId',
    otherwise: 'projectName',
    holding: { investor: 'investorId', amount: 'amount', currency: 'currency' },
  },
  access: staffAnd({ read: [{ investorId: ownInvestors }] }),
  groups: [
    ['amount', 'currency'],
    ['investmentDate', 'redemptionDate'],
    ['status', 'exitedOn', 'nothingMoreDue'],
  ],
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

/** Paid in (FUNDED, ACTIVE, EXITED), not only committed. */
export const isPaidIn = (status: string): boolean => statusClass(status) !== 'COMMITTED'
