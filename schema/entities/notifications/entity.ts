import { entity } from '#schema/kernel/entity.ts'
import { byServer, choice, json, moment, optional, text, url, user } from '#schema/kernel/field.ts'
import { notificationKinds } from '#schema/kernel/enumerations.ts'
import { eachOwn, ownUser } from '#schema/kernel/viewer.ts'

/** What a person is told of others' doings. The server writes it after the commit; one may be lost, and none decides. */
export const notifications = entity({
  name: 'notifications',
  one: 'notification',
  table: 'notifications',
  fields: {
    userId: byServer(user()),
    kind: byServer(choice(notificationKinds)),
    /**
     * The sentence, as a key of the texts: each device says it in its own language. Its parameters are the record that it
     * is about, or a count; names and amounts are read from the record, so that they go with the right to read it.
     */
    titleKey: byServer(text(100)),
    params: byServer(json()),
    url: byServer(optional(url())),
    readAt: optional(moment()),
  },
  access: eachOwn({ read: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  hasActivity: false,
  firstStays: ['readAt'],
})
