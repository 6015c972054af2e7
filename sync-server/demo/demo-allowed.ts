// The demo password is public.
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { demoAccounts } from './accounts.ts'

/** Default: on when only this machine reaches the server and every firm is a demo. DEMO overrides it. */
export async function mayDemo(
  { DEMO, isLocal }: Pick<Config, 'DEMO' | 'isLocal'>,
  { directory }: Database,
  warn: (message: string) => void,
): Promise<boolean> {
  if (DEMO === false) return false
  const [firm] = await directory`select 1 from directory.tenants where not is_demo limit 1`
  const isHarmless = isLocal && !firm
  if (isHarmless) return true
  const where = isLocal ? 'the database holds a firm that is not a demo' : 'others may reach this server'
  if (DEMO) warn(`Demo accounts are on, with a password that everybody knows, although ${where}`)
  else warn(`Demo accounts are off, since ${where}; DEMO=1 switches them on`)
  return DEMO ?? false
}

export async function endDemoSessions({ directory }: Database): Promise<void> {
  await directory`delete from directory.sessions where user_id in
    (select id from directory.users where email = any(${demoAccounts.map(({ email }) => email)}))`
}
