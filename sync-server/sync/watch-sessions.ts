import type { Role } from '#schema/kernel/enumerations.ts'
import { sessionLimits } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Streams } from './stream.ts'

const everyMs = 3_000

/** Ends streams of sessions that ended elsewhere, and re-reads viewers whose role changed. */
export function watchSessions(database: Database, streams: Streams, now: () => Date): () => void {
  async function look(): Promise<void> {
    const open = streams.sessions()
    if (!open.size) return
    const over = sessionLimits(database, now())
    const valid = await database.directory<{ sid: string; role: Role }[]>`
      select s.sid, case when s.acting_for is null then u.role else s.acting_role end as role from directory.sessions s join directory.users u on u.id = s.user_id
      where s.sid = any(${[...open.keys()]}) and s.ended_as is null and s.expire > ${over.expire}
        and s.last_used > ${over.lastUsed} and u.is_active`
    const roles = new Map(valid.map(({ sid, role }) => [sid, role]))
    for (const [sid, known] of open) {
      if (!roles.has(sid)) streams.endSession(sid)
      else if (known.some((role) => role !== roles.get(sid))) streams.refreshViewer(sid)
    }
  }
  // If the database is down, streams stay.
  const timer = setInterval(() => void look().catch(() => {}), everyMs)
  return () => clearInterval(timer)
}
