// Ends written by a clock that was ahead are shortened.
import type { Statements } from './directory.ts'

const day = 24 * 60 * 60_000

export const validMs = {
  session: 90 * day,
  invitation: 7 * day,
  reset: day,
} as const

export async function shortenFutureTimes(sql: Statements, now: Date): Promise<void> {
  const at = now.toISOString()
  const endOf = (kind: keyof typeof validMs): string => new Date(now.getTime() + validMs[kind]).toISOString()
  await sql`
    update directory.sessions
    set last_used = least(last_used, ${at}::timestamptz), expire = least(expire, ${endOf('session')}::timestamptz)
    where last_used > ${at} or expire > ${endOf('session')}`
  await sql`
    update directory.user_invitations set expires_at = ${endOf('invitation')} where expires_at > ${endOf('invitation')}`
  await sql`
    update directory.users set reset_expires_at = ${endOf('reset')} where reset_expires_at > ${endOf('reset')}`
}
