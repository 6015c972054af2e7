// One use, one day, stored as SHA-256. It starts with its origin, which therefore cannot be forged.
import { randomBytes } from 'node:crypto'
import type { Statements } from '#server/db/connect/directory.ts'
import { validMs } from '#server/db/connect/time-limits.ts'
import { tokenHash } from './token-hash.ts'

const resetOrigins = ['administrator', 'forgotten', 'operator'] as const
export type ResetOrigin = (typeof resetOrigins)[number]

export const resetOriginOf = (token: string): ResetOrigin | undefined =>
  resetOrigins.find((origin) => token.startsWith(`${origin}.`))

interface ResetOptions {
  readonly origin: ResetOrigin
  readonly isMailed?: boolean
}

/** A link that is only mailed proves the mailbox. */
export async function beginReset(
  sql: Statements,
  userId: string,
  now: Date,
  { origin, isMailed = false }: ResetOptions,
): Promise<string> {
  const token = `${origin}.${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + validMs.reset).toISOString()
  const hash = tokenHash(token)
  await sql`
    update directory.users set reset_hash = ${hash}, proving_reset = ${isMailed ? hash : null}, reset_expires_at = ${expiresAt}
    where id = ${userId}`
  return token
}
