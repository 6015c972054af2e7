// Failures count like failed sign-ins.
import type { Context } from 'hono'
import type { Attempts } from '#server/auth/attempts.ts'
import { isDemoAccount, type SharedAccounts } from '#server/auth/demo-account.ts'
import type { PasswordAccount } from '#server/auth/known-device.ts'
import { isPassword } from '#server/auth/passwords.ts'
import type { Session } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/connect/database.ts'
import { CodedError } from '#server/records/coded-error.ts'
import type { Env } from '#server/http/env.ts'
import { rateLimited } from '#server/http/errors.ts'
import type { SecurityOutcome, LogSecurityEvent } from './log-security-event.ts'

export interface ConfirmPasswordDeps {
  readonly database: Database
  readonly demo: SharedAccounts
  readonly addressOf: (context: Context<Env>) => string
  readonly logSecurityEvent: LogSecurityEvent
}

/** Demo accounts are always refused: their password is public. */
export async function confirmPassword(
  { database, demo, attempts, addressOf, logSecurityEvent }: ConfirmPasswordDeps & { readonly attempts: Attempts },
  context: Context<Env>,
  { sid, person }: Session,
  given: Readonly<Record<string, string>>,
): Promise<PasswordAccount> {
  const { id, email } = person
  const logOutcome = (outcome: SecurityOutcome) =>
    logSecurityEvent(context, { step: 'ownPassword', outcome, user: person })
  const [[field, password]] = Object.entries(given) as [[string, string]]
  if (isDemoAccount(demo, email)) throw new CodedError('DEMO')
  const [user] = await database.directory<PasswordAccount[]>`
    select id, password_hash as "passwordHash" from directory.users where id = ${id} and password_hash is not null`
  // Per session, so strangers do not slow it down.
  const attempt = await attempts.begin({ account: email, address: addressOf(context), device: `session ${sid}` })
  if (typeof attempt === 'number') {
    await logOutcome('throttled')
    throw rateLimited(attempt)
  }
  const isRight = await isPassword(user?.passwordHash, password).catch(async (error: unknown) => {
    await attempt()
    await logOutcome('busy')
    throw error
  })
  if (!isRight) await logOutcome('refused')
  if (!user) throw new CodedError('VALIDATION', { [field]: { key: 'noPassword' } })
  if (!isRight) throw new CodedError('VALIDATION', { [field]: { key: 'password' } })
  await attempt()
  return user
}
