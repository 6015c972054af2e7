import { entity } from './entity.ts'
import { byServer, moment, optional, text, url, user } from './field.ts'
import { eachOwn, ownUser } from './viewer.ts'

export const notifications = entity({
  name: 'notifications',
  one: 'notification',
  table: 'notifications',
  fields: {
    userId: byServer(user()),
    title: byServer(text(255)),
    body: byServer(optional(text(2000))),
    url: byServer(optional(url())),
    readAt: optional(moment()),
  },
  title: { of: ['title'] },
  access: eachOwn({ read: [{ userId: ownUser }], update: [{ userId: ownUser }] }),
  news: false,
})
