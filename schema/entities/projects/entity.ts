import { entity } from '#schema/kernel/entity.ts'
import { currencies, paymentInstallments, projectStatuses, projectTypes } from '#schema/kernel/enumerations.ts'
import { choice, decimal, flag, irr, maintainedSum, money, status, text } from '#schema/kernel/field-types.ts'
import { optional, required, staffReads, withDefault } from '#schema/kernel/field-options.ts'
import { isPaidIn } from '#schema/entities/investments/entity.ts'
import { staffAnd } from '#schema/kernel/access.ts'

const ofProject = { entity: 'investments', via: 'projectId' } as const

export const projects = entity({
  name: 'projects',
  singular: 'project',
  table: 'projects',
  fields: {
    name: required(text(255), 'projectName'),
    description: optional(text(20_000)),
    notes: staffReads(optional(text(10_000))),
    type: choice(projectTypes),
    status: withDefault(status(projectStatuses), 'FUNDED'),
    isVisibleToInvestors: withDefault(flag(), true),
    location: optional(text(255)),
    targetAmount: optional(money()),
    /** The sum of the project's live investments in the project's own currency. */
    raisedAmount: staffReads(maintainedSum(ofProject)),
    actualTotalInvested: staffReads(
      maintainedSum({ ...ofProject, counts: ({ status: investmentStatus }) => isPaidIn(investmentStatus as string) }),
    ),
    currency: withDefault(choice(currencies), 'USD'),
    expectedIRR: optional(irr()),
    actualIRR: optional(irr()),
    /** In years. */
    duration: optional(decimal(3, 1, { min: '0' })),
    paymentInstallment: withDefault(choice(paymentInstallments), '6_MONTHS'),
  },
  title: { of: ['name'] },
  access: staffAnd({ read: [{ isVisibleToInvestors: true }] }),
  groups: [['targetAmount', 'currency']],
})
