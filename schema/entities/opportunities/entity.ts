import { entity } from '#schema/kernel/entity.ts'
import { flag, moment, reference, text, user } from '#schema/kernel/field-types.ts'
import { byServer, fixed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

export const opportunities = entity({
  name: 'opportunities',
  singular: 'opportunity',
  table: 'opportunities',
  fields: {
    dealId: fixed(reference('deals', { onDelete: 'cascade' })),
    investorId: fixed(reference('investors', { onDelete: 'cascade' })),
    sharedBy: byServer(optional(user())),
    message: optional(text(5000)),
    viewed: withDefault(flag(), false),
    viewedAt: optional(moment()),
    responded: withDefault(flag(), false),
    response: optional(text(5000)),
    respondedAt: optional(moment()),
  },
  title: { via: 'dealId' },
  hasScreen: false,
  personal: [{ of: 'investorId' }],
  access: staffAnd({ read: [{ investorId: ownInvestors }], update: [{ investorId: ownInvestors }] }),
  groups: [
    ['viewed', 'viewedAt'],
    ['responded', 'response', 'respondedAt'],
  ],
})
