// The token of a link that sets a new password, once and within a day. The table keeps its SHA-256. The token begins with
// the way in which it was asked for; whoever changes that has another token.
import { randomBytes } from 'node:crypto'
import type { Statements } from '#server/db/connect/directory.ts'
import { validMs } from '#server/db/connect/time-limits.ts'
import { tokenHash } from './token-hash.ts'

/** An administrator of the firm, the person who has forgotten their password, or the operator of the server. */
const resetOrigins = ['administrator', 'forgotten', 'operator'] as const
export type ResetOrigin = (typeof resetOrigins)[number]

/** Undefined for a link from before links had one. */
export const resetOriginOf = (token: string): ResetOrigin | undefined => resetOrigins.find((way) => token.startsWith(`${way}.`))

interface ResetOptions {
  readonly way: ResetOrigin
  readonly isMailed?: boolean
}

/** Ends the person's former link, if there is one. A link that is only mailed proves the mailbox. */
export async function beginReset(
  sql: Statements,
  userId: string,
  now: Date,
  { way, isMailed = false }: ResetOptions,
): Promise<string> {
  const token = `${way}.${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + validMs.reset).toISOString()
  const hash = tokenHash(token)
  await sql`
    update directory.users set reset_hash = ${hash}, proving_reset = ${isMailed ? hash : null}, reset_expires_at = ${expiresAt}
    where id = ${userId}`
  return token
}
