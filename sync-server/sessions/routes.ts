// Sessions are sign-ins, those that are over included; devices are the browsers that are signed in now.
import { sessions } from '#schema/sessions.ts'
import { type Call, call } from '../http/call.ts'
import { rowOfDirectory } from '../http/entity-schemas.ts'
import { answerPart, pagingParameters, partOf } from '../http/paging.ts'
import { requireSession } from '../http/request.ts'
import type { WriteDeps } from '../records/noun-rules.ts'
import type { Streams } from '../sync/stream.ts'
import { listSessions } from './list-sessions.ts'
import { revokeSession } from './revoke-session.ts'

interface Deps extends WriteDeps {
  readonly streams: Streams
}

const { userId, device, version, unsent, lastUsed, endedAs, endedAt } = sessions.fields
const row = rowOfDirectory({ ...sessions, fields: { userId, device, version, unsent, lastUsed, endedAs, endedAt } })
const rows = { 200: { says: 'Oldest first', json: { type: 'array', items: row } } }
const whose = 'one’s own, for an administrator the firm’s; with `limit` a part of them, and the next one in `Link`'

export function sessionCalls(deps: Deps): readonly Call[] {
  const list = (path: string, says: string, live: boolean) =>
    call(
      {
        method: 'get',
        path,
        says: `${says}: ${whose}`,
        who: 'person',
        parameters: pagingParameters,
        answers: rows,
      },
      async ({ context }) => {
        const part = partOf(context)
        const wanted = { now: deps.now(), live, part }
        return answerPart(context, await listSessions(deps.database.directory, requireSession(context), wanted), part)
      },
    )
  return [
    list('/api/sessions', 'Sign-ins, also those that are over, for 90 days', false),
    list('/api/devices', 'Devices that are signed in', true),
    call(
      {
        method: 'post',
        path: '/api/devices/:id/revoke',
        says: 'Signs a device out; it learns of that at its next contact, and its streams end within 5 s',
        who: 'person',
        answers: { 200: { says: 'The session', json: row } },
      },
      async ({ context, id }) => {
        const { revoked, sid } = await revokeSession(deps, requireSession(context), id)
        if (sid) deps.streams.endSession(sid)
        return revoked
      },
    ),
  ]
}
