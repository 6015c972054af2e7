// The token of a link that sets a new password, once and within a day. The table keeps its SHA-256.
import { randomBytes } from 'node:crypto'
import type { Statements } from '../db/directory.ts'
import { validMs } from '../db/time-limits.ts'
import { tokenHash } from './token-hash.ts'

/** Ends the person's former link, if there is one. A link that is only mailed proves the mailbox. */
export async function beginReset(
  sql: Statements,
  userId: string,
  now: Date,
  { isMailed = false } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + validMs.reset).toISOString()
  const hash = tokenHash(token)
  await sql`
    update directory.users set reset_hash = ${hash}, proving_reset = ${isMailed ? hash : null}, reset_expires_at = ${expiresAt}
    where id = ${userId}`
  return token
}
