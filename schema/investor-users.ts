import { entity } from './entity.ts'
import { fixed, reference, user } from './field.ts'
import { staffRead } from './viewer.ts'

/** Which person looks at which investor record; decides an investor's scope, written by the server's own routes only. */
export const investorUsers = entity({
  name: 'investorUsers',
  one: 'investor link',
  table: 'investor_users',
  fields: { userId: fixed(user()), investorId: fixed(reference('investors')) },
  title: { via: 'investorId' },
  access: staffRead,
  unique: [['userId', 'investorId']],
})
