import { entity } from '#schema/kernel/entity.ts'
import { choice, json, moment, text, user } from '#schema/kernel/field-types.ts'
import { url } from '#schema/kernel/address-fields.ts'
import { byServer, optional } from '#schema/kernel/field-options.ts'
import { notificationKinds } from '#schema/kernel/enumerations.ts'
import { ownRows } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

/** Written after the commit, best effort; nothing depends on it. */
export const notifications = entity({
  name: 'notifications',
  singular: 'notification',
  table: 'notifications',
  fields: {
    userId: byServer(user()),
    kind: byServer(choice(notificationKinds)),
    /**
     * Translation key of the sentence. Parameters are the record or a count; names and amounts are read from the
     * record, so they follow the right to read it.
     */
    titleKey: byServer(text(100)),
    params: byServer(json()),
    url: byServer(optional(url())),
    readAt: optional(moment()),
  },
  access: ownRows({ read: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  hasActivity: false,
  firstWriteWins: ['readAt'],
})
