import { streamPath } from '#schema/sync/protocol.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { uuid } from '#server/http/calls/entity-schemas.ts'
import { changesCall } from './changes.ts'
import { feedCall } from './feed.ts'
import { streamHeaders, type Streams } from './stream.ts'

type SyncDeps = Parameters<typeof changesCall>[0] & Parameters<typeof feedCall>[0] & { readonly streams: Streams }

export const syncCalls = (deps: SyncDeps): readonly Call[] => [
  feedCall(deps),
  changesCall(deps),
  call(
    {
      method: 'get',
      path: streamPath,
      summary: 'Tells when there is something new for the viewer',
      auth: 'person',
      parameters: [{ name: 'person', in: 'query', schema: uuid }],
      responses: { 200: { description: 'Server-sent events `number`', type: 'text/event-stream' } },
      errors: ['WIPE'],
    },
    async ({ context, session }) => {
      // Hono passes HEAD to this handler.
      if (context.req.method === 'HEAD') return context.body(null, 200, streamHeaders)
      return deps.streams.open(session, context.req.raw.signal)
    },
  ),
]
