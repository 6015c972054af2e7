import type { Database } from '../db/database.ts'
import type { Streams } from './stream.ts'

const everyMs = 3_000

/** Ends the streams of sessions that are over, wherever they were ended: sign-out on another node, deactivation, expiry. */
export function watchSessions({ directory }: Database, streams: Streams): () => void {
  async function look(): Promise<void> {
    const open = streams.sessions()
    if (!open.length) return
    const valid = await directory<{ sid: string }[]>`
      select s.sid from directory.sessions s join directory.users u on u.id = s.user_id
      where s.sid = any(${open}) and s.expire > now() and u.is_active`
    const sids = new Set(valid.map(({ sid }) => sid))
    for (const sid of open) if (!sids.has(sid)) streams.endSession(sid)
  }
  // A database that does not answer ends nobody's stream; the next look will tell.
  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  return () => clearInterval(timer)
}
