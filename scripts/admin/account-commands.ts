import { isIP } from 'node:net'
import { addressPrefix } from '#server/auth/address-prefix.ts'
import { secondFactorAccount } from '#server/auth/attempts.ts'
import { aboutAccount, aboutAddress, unlock } from '#server/auth/counters.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { freeEmail } from '#server/auth/free-email.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { changeDirectory } from '#server/records/write/directory-actions.ts'
import { CommandError } from './command.ts'
import { withWriting } from './with-writing.ts'

/** `of` is an e-mail address or an IP address. */
export async function unlockCommand(database: Database, identifier: string): Promise<string> {
  const about =
    isIP(identifier) === 0 ? await aboutPerson(database, identifier) : [aboutAddress(addressPrefix(identifier))]
  const count = await unlock(database, about)
  return `${identifier} may sign in now. ${count} counters of attempts were removed.`
}

async function aboutPerson({ directory }: Database, email: string): Promise<readonly string[]> {
  const account = email.toLowerCase()
  const [user] = await directory<{ id: string }[]>`select id from directory.users where email = ${account}`
  return [account, ...(user ? [secondFactorAccount(user.id)] : [])].map(aboutAccount)
}

export const freeEmailCommand = (database: Database, email: string, config: Config): Promise<string> =>
  withWriting(database, config, async (deps) => {
    const firm = await changeDirectory(deps, (sql, note) =>
      freeEmail(sql, note, { email: email.toLowerCase(), by: 'operator', now: deps.now() }),
    )
    if (!firm) throw new CommandError(`No account has the e-mail ${email}`)
    await endPushSubscriptions(deps, firm)
    return `${email} is free: its account is deactivated, and any firm can invite the address.`
  })
