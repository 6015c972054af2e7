import * as z from 'zod'
import { sessions } from '#schema/entities/sessions/entity.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { sessionLimits } from '#server/auth/sessions.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { changesSchema, time, uuid } from '#server/http/calls/entity-schemas.ts'
import { listCall } from '#server/http/calls/list-call.ts'
import type { RunOnce } from '#server/http/calls/idempotency.ts'
import type { WriteDeps } from '#server/records/rows/entity-rules.ts'
import type { Streams } from '#server/sync/stream.ts'
import { listDevices, listSessions } from './list-sessions.ts'
import { revokeSession } from './revoke-session.ts'

interface Deps extends WriteDeps {
  readonly once: RunOnce
  readonly streams: Streams
}

const { userId, device, version, unsent, lastUsed, endedAs, endedAt } = sessions.fields
const row = changesSchema(
  { userId, device, version, unsent, lastUsed, endedAs, endedAt },
  { id: uuid, createdAt: time, isThis: z.boolean().describe('Whether it is the session of this request') },
)
const whose = 'one’s own, for an administrator the firm’s'

export function sessionCalls(deps: Deps): readonly Call[] {
  const list = (path: string, summary: string, read: typeof listSessions) =>
    listCall({ path, summary: `${summary}: ${whose}`, auth: 'person', row }, ({ session }, part) =>
      read(deps.database.directory, session, sessionLimits(deps.database, deps.now()), part),
    )
  return [
    list('/api/sessions', 'Sign-ins of the last 90 days, including those that are over', listSessions),
    list(
      '/api/devices',
      'Devices that are signed in; for an administrator also former ones of the last 90 days, until they are withdrawn',
      listDevices,
    ),
    call(
      {
        method: 'post',
        path: '/api/devices/:id/revoke',
        summary:
          'Signs a device out; it learns of it at its next contact, and its streams end within 5 s. An administrator also withdraws it: it hands in its unsent changes and is wiped',
        auth: { may: 'revoke', entity: sessions },
        idempotent: deps.once,
        responses: { 200: { description: 'The session', json: row } },
      },
      async ({ session, id }) => {
        const { revoked, sid } = await revokeSession(deps, session, id)
        if (sid) {
          deps.streams.endSession(sid)
          deps.backgroundTasks.begin(() => endPushSubscriptions(deps, session.viewer.tenantId))
        }
        return revoked
      },
    ),
  ]
}
