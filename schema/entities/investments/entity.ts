import { entity } from '#schema/kernel/entity.ts'
import { currencies, investmentStatuses, statusClass } from '#schema/kernel/enumerations.ts'
import {
  byServer,
  choice,
  date,
  decimal,
  fixed,
  flag,
  fromToday,
  investorReads,
  money,
  optional,
  reference,
  required,
  status,
  text,
  withDefault,
} from '#schema/kernel/field.ts'
import { ownInvestors, staffAnd } from '#schema/kernel/viewer.ts'

export const investments = entity({
  name: 'investments',
  one: 'investment',
  table: 'investments',
  fields: {
    projectId: fixed(reference('projects', { onDelete: 'restrict', code: 'HAS_INVESTMENTS' })),
    investorId: fixed(reference('investors', { onDelete: 'cascade' })),
    amount: required(money({ above: '0' }), 'amount'),
    currency: withDefault(choice(currencies), 'USD'),
    status: withDefault(status(investmentStatuses), 'COMMITTED'),
    investmentDate: fromToday(date()),
    /** Computed from the project's payment installment when nobody gives it. */
    redemptionDate: optional(date()),
    /** The day of the exit; null before it, and for exits older than this field whose day is unknown. */
    exitedOn: optional(date()),
    /** EXITED when it was first recorded, so it was never funded here; see holding-value.ts. */
    exitedFromStart: byServer(withDefault(flag(), false)),
    /** Staff expect no further payment from the exit. */
    nothingMoreDue: withDefault(flag(), false),
    /** Kept by the server, so that an investor's device can name a project that it may not see. */
    projectName: investorReads(byServer(optional(text(255)))),
    /** The project's currency, in which `value` and `holdingValues` are. */
    projectCurrency: investorReads(byServer(optional(choice(currencies)))),
    /**
     * The holding's share of the project's latest NAV, 0.00 where nothing was paid in by its day. Null while the project
     * has no valuation, and while shares are being recalculated: then `valueDate` has a day.
     */
    value: investorReads(byServer(optional(money()))),
    valueDate: investorReads(byServer(optional(date()))),
    /** For apps of an earlier build: `value` / what was paid in by its day. */
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

/** Whether the amount is paid in (FUNDED, ACTIVE, EXITED), not only committed. */
export const isPaidIn = (status: string): boolean => statusClass(status) !== 'COMMITTED'
