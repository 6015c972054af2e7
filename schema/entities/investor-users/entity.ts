import { entity } from '#schema/kernel/entity.ts'
import { reference, user } from '#schema/kernel/field-types.ts'
import { fixed } from '#schema/kernel/field-options.ts'
import { staffRead } from '#schema/kernel/access.ts'

/** Links users to investor records, which decides an investor's scope. Written by dedicated routes. */
export const investorUsers = entity({
  name: 'investorUsers',
  singular: 'investor link',
  table: 'investor_users',
  fields: { userId: fixed(user()), investorId: fixed(reference('investors', { onDelete: 'cascade' })) },
  title: { via: 'investorId' },
  scopeOf: 'userId',
  access: staffRead,
  unique: [['userId', 'investorId']],
})
