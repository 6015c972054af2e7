import { entity } from '#schema/kernel/entity.ts'
import { text, user } from '#schema/kernel/field-types.ts'
import { fixed, required } from '#schema/kernel/field-options.ts'
import { eachOwn, ownUser } from '#schema/kernel/viewer.ts'

const own = [{ userId: ownUser }] as const

/** What a person wants to see of a list again: its filters, its search and its order, under a name. */
export const savedViews = entity({
  name: 'savedViews',
  singular: 'saved view',
  table: 'saved_views',
  fields: {
    userId: fixed(user()),
    /** The entity whose list it is. */
    list: fixed(text(100)),
    name: required(text(100), 'name'),
    /** The part of the list's address from the question mark; what of it no longer means anything is left out. */
    address: text(1000),
  },
  title: { of: ['name'] },
  access: eachOwn({ read: own, create: own, update: own, delete: own }),
  hasActivity: false,
  // A search holds a person's words, and only they read them.
  audited: false,
})
