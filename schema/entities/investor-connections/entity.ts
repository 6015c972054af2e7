import { entity } from '#schema/kernel/entity.ts'
import { connectionStatuses } from '#schema/kernel/enumerations.ts'
import { moment, reference, status, text } from '#schema/kernel/field-types.ts'
import { fixed, optional, withDefault } from '#schema/kernel/field-options.ts'
import { staffAnd } from '#schema/kernel/access.ts'
import { ownInvestors } from '#schema/kernel/viewer.ts'

export const investorConnections = entity({
  name: 'investorConnections',
  singular: 'connection',
  table: 'investor_connections',
  fields: {
    requesterId: fixed(reference('investors', { onDelete: 'cascade' })),
    recipientId: fixed(reference('investors', { onDelete: 'cascade' })),
    status: withDefault(status(connectionStatuses), 'PENDING'),
    message: optional(text(2000)),
    acceptedAt: optional(moment()),
  },
  title: { via: 'recipientId' },
  hasScreen: false,
  personal: [{ of: 'requesterId' }, { of: 'recipientId' }],
  access: staffAnd({
    read: [{ requesterId: ownInvestors }, { recipientId: ownInvestors }],
    update: [{ recipientId: ownInvestors }],
  }),
  groups: [['status', 'acceptedAt']],
})
