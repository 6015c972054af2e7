// The token of a link that sets a new password, once and within a day. The table keeps its SHA-256.
import { randomBytes } from 'node:crypto'
import type { Statements } from '../db/directory.ts'
import { tokenHash } from './token-hash.ts'

const validMs = 86_400_000

/** Ends the former link of the person, if there is one. */
export async function beginReset(sql: Statements, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + validMs).toISOString()
  await sql`
    update directory.users set reset_hash = ${tokenHash(token)}, reset_expires_at = ${expiresAt} where id = ${userId}`
  return token
}
