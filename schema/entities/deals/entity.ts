import { entity } from '#schema/kernel/entity.ts'
import { currencies, dealStatuses } from '#schema/kernel/enumerations.ts'
import { choice, date, irr, money, reference, status, text, user } from '#schema/kernel/field-types.ts'
import { optional, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'

export const deals = entity({
  name: 'deals',
  singular: 'deal',
  table: 'deals',
  fields: {
    name: text(255),
    description: optional(text(20_000)),
    dealSize: optional(money()),
    minimumInvestment: optional(money()),
    currency: withDefault(choice(currencies), 'USD'),
    status: withDefault(status(dealStatuses), 'SOURCED'),
    /** The referral contact that brought the deal. */
    sourceId: optional(reference('referrals')),
    assignedTo: optional(user()),
    dueDate: optional(date()),
    estimatedClosing: optional(date()),
    industry: optional(text(255)),
    location: optional(text(255)),
    targetIRR: optional(irr()),
    projectId: optional(reference('projects')),
  },
  title: { of: ['name'] },
  hasScreen: false,
  access: staffAnd(),
  groups: [['dealSize', 'minimumInvestment', 'currency']],
})
