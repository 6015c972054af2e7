import { entity } from '#schema/kernel/entity.ts'
import { text, user } from '#schema/kernel/field-types.ts'
import { fixed, required } from '#schema/kernel/field-options.ts'
import { ownRows } from '#schema/kernel/access.ts'
import { ownUser } from '#schema/kernel/viewer.ts'

const ownViews = [{ userId: ownUser }] as const

/** A list's filters, search and order, under a name. */
export const savedViews = entity({
  name: 'savedViews',
  singular: 'saved view',
  table: 'saved_views',
  fields: {
    userId: fixed(user()),
    list: fixed(text(100)),
    name: required(text(100), 'name'),
    /** From the question mark on; outdated parts are ignored. */
    address: text(1000),
  },
  title: { of: ['name'] },
  personal: [{ of: 'userId', kept: ['list'] }],
  access: ownRows({ read: ownViews, create: ownViews, update: ownViews, delete: ownViews }),
  hasActivity: false,
  // A search contains what a person typed, so only they may read it.
  audited: false,
})
