import { Hono, type MiddlewareHandler } from 'hono'
import { contextStorage } from 'hono/context-storage'
import { endPushSubscriptions } from './auth/end-push-subscriptions.ts'
import { uploadPath } from '#schema/kernel/files.ts'
import { sharePath } from '#schema/app/shared-files.ts'
import { isUnavailable } from './db/connect/unavailable.ts'
import { CodedError } from './records/coded-error.ts'
import { handleProbe, probePath } from './http/probe.ts'
import { redirectToSignIn } from './http/pages/redirect-to-sign-in.ts'
import { type EndSession, findSession } from './http/security/find-session.ts'
import { restorePersonCookie } from './http/security/set-person-cookie.ts'
import { crossSiteCheck } from './http/headers/cross-site.ts'
import type { Env } from './http/env.ts'
import { clientAddress } from './http/headers/client-address.ts'
import { countRequests } from './monitoring/count-requests.ts'
import type { OnRequest } from './monitoring/observers.ts'
import { identifyRequest } from './http/headers/request-id.ts'
import { sessionLookUp } from './http/security/look-up-session.ts'
import { createLongLists } from './http/calls/long-lists.ts'
import { createOperationLimit, type PerMinute, limitOperations } from './http/limits/operation-limit.ts'
import { checkHost } from './http/headers/known-host.ts'
import { limitRequests, type RequestLimits } from './http/limits/request-limit.ts'
import { handleShare } from './http/pages/share-page.ts'
import {
  respondWithCode,
  respondUnavailable,
  respondNotFound,
  respondWithRequestError,
  respondCodedError,
  RequestError,
} from './http/errors.ts'
import { securityHeaders } from './http/headers/security-headers.ts'
import { createAdminActionLog } from './http/security/log-admin-actions.ts'
import { withRefusalAudit, createRefusalAudit } from './http/security/audit-refusals.ts'
import { createSecurityEventLog } from './http/security/log-security-event.ts'
import { unauthorized } from './http/calls/request.ts'
import { checkPerson, setProtocolHeader } from './http/headers/check-person.ts'
import type { DemoAccounts } from './sign-in/routes.ts'
import { holdFiles } from './files/hold-files.ts'
import { holdChanges } from './sync/hold-changes.ts'
import { callsOf, type ServerDeps } from './calls.ts'

export type Demo = DemoAccounts

export interface AppDeps extends ServerDeps, RequestLimits {
  readonly demo: Demo
  readonly listensOn: string
  readonly proxies: number
  readonly operationsPerMinute: PerMinute
  readonly onRequest?: OnRequest | undefined
  readonly traceRequest?: MiddlewareHandler<Env> | undefined
  /** Tells the load balancer to send no more requests. */
  readonly isDraining?: () => boolean
  /** The built client; absent when the server is API only. */
  readonly client?: Hono
}

export function createApp(deps: AppDeps): Hono<Env> {
  const { database, sessions, log, isSecure } = deps
  const app = new Hono<Env>()

  app.onError((error, context) => {
    if (error instanceof RequestError) return respondWithRequestError(context, error)
    if (error instanceof CodedError) return respondCodedError(context, error)
    if (context.req.raw.signal.aborted) {
      log.debug({ method: context.req.method, path: context.req.path }, 'the client has gone')
      return respondUnavailable(context)
    }
    if (isUnavailable(error)) {
      log.warn({ reason: String(error), method: context.req.method, path: context.req.path }, 'not decided')
      return respondUnavailable(context)
    }
    log.error({ err: error, method: context.req.method, path: context.req.path }, 'request failed')
    return respondWithCode(context, 'INTERNAL')
  })
  app.notFound(respondNotFound)
  app.use(contextStorage(), identifyRequest(deps.proxies > 0))
  if (deps.traceRequest) app.use(deps.traceRequest)
  if (deps.onRequest) app.use(countRequests(deps.onRequest))
  app.use(securityHeaders(isSecure))
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) => {
    if (deps.isDraining?.()) return context.json({ status: 'stopping' }, 503)
    return (await database.isReady()) ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503)
  })
  const addressOf = clientAddress(deps.proxies)
  const limit = limitRequests(deps, addressOf, deps.now)
  app.on(['GET', 'PATCH'], probePath, limit, handleProbe(database, addressOf, deps.proxies))

  if (deps.publicUrl === undefined) app.use(checkHost(deps.listensOn))
  app.use('/api/*', setProtocolHeader)
  app.use(
    '/api/*',
    crossSiteCheck((url, host) => deps.publicUrl ?? `${url.protocol}//${host ?? url.host}`),
  )
  const logSecurityEvent = createSecurityEventLog({ ...deps, addressOf })
  const endSession: EndSession = async (context, { sid, person }) => {
    const tenantId = await sessions.end(sid)
    deps.streams.endSession(sid)
    // Another request may have ended it meanwhile.
    if (!tenantId) return
    deps.backgroundTasks.begin(() => endPushSubscriptions(deps, tenantId))
    await logSecurityEvent(context, { step: 'signOut', outcome: 'accepted', user: person })
  }
  const lookUp = sessionLookUp(sessions, deps, addressOf, deps.now)
  app.use('/api/*', findSession(lookUp, endSession, isSecure))
  app.use('/api/*', limit, checkPerson)
  const consume = createOperationLimit(deps.operationsPerMinute, deps.now)
  app.use('/api/*', limitOperations(consume))
  app.use('/files/*', findSession(lookUp, endSession, isSecure), limit, checkPerson, redirectToSignIn)

  app.use('/api/sync/*', holdChanges({ database, now: deps.now, events: deps.events, consume }))
  app.use(`${uploadPath}/*`, holdFiles({ ...deps, consume }))

  const auditRefusal = createRefusalAudit({ ...deps, addressOf })
  const longLists = createLongLists(database.connections)
  const calls = callsOf({
    ...deps,
    logAction: createAdminActionLog({ log, addressOf }),
    addressOf,
    endSession,
    longLists,
    consume,
    auditRefusal,
    logSecurityEvent,
  })
  for (const each of calls) app.on(each.method.toUpperCase(), each.path, withRefusalAudit(each, auditRefusal))
  app.all('/api/*', (context) => {
    if (!context.get('session')) throw unauthorized(context)
    return respondNotFound(context)
  })
  app.post(sharePath, handleShare)
  app.get('/', restorePersonCookie(lookUp, isSecure))
  if (deps.client) app.use(setProtocolHeader).route('/', deps.client)
  return app
}
