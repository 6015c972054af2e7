import { entity } from '#schema/kernel/entity.ts'
import { json, moment, text, user } from '#schema/kernel/field-types.ts'
import { byServer, optional } from '#schema/kernel/field-options.ts'
import { staffRead } from '#schema/kernel/access.ts'

export const analyticsData = entity({
  name: 'analyticsData',
  singular: 'snapshot',
  table: 'analytics_data',
  fields: {
    type: byServer(text(100)),
    entityId: byServer(optional(user())),
    data: byServer(json()),
    computedAt: byServer(moment()),
    validUntil: byServer(optional(moment())),
  },
  access: staffRead,
  recent: { by: 'computedAt', months: 14 },
  audited: false,
  hasActivity: false,
})
