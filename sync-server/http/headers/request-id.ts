// Devices show the id in their report for support.
import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { requestIdHeader } from '#schema/sync/protocol.ts'
import type { Env } from '#server/http/env.ts'

/** The trace id of W3C's `traceparent`. */
const traceIdIn = (traceparent = ''): string | undefined =>
  /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(traceparent)?.[1]

/** Keeps a proxy's id if it consists of at most 64 letters, digits, `-`, `_` and `=`. */
const proxyId = requestId({
  limitLength: 64,
  headerName: requestIdHeader,
  generator: ({ req }) => traceIdIn(req.header('traceparent')) ?? randomUUID(),
})
const ownId = requestId({ headerName: '', generator: () => randomUUID() })

/** Without a proxy, a client could give its requests the ids of others. */
export const identifyRequest = (hasProxy: boolean): MiddlewareHandler<Env> => {
  const assignId = hasProxy ? proxyId : ownId
  return (context, next) =>
    assignId(context, async () => {
      await next()
      // Hono drops the header from responses that handlers construct themselves.
      context.res.headers.set(requestIdHeader, context.get('requestId'))
    })
}
