// The whole server as one function of its dependencies; main.ts creates the real ones, tests create their own.
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { registry, replicatedEntities } from '#schema/registry.ts'
import { auditCalls } from './audit-logs/routes.ts'
import { endPush } from './auth/end-push.ts'
import type { Sessions } from './auth/sessions.ts'
import type { Database } from './db/database.ts'
import { commissionCalls } from './commissions/run-call.ts'
import { accountCalls, accountEntities } from './financial-accounts/routes.ts'
import { metricsCalls } from './dashboard/metrics-call.ts'
import { isUnavailable } from './db/unavailable.ts'
import type { Events } from './records/events.ts'
import type { WriteDeps } from './records/noun-rules.ts'
import { VerbRefused } from './records/verb-refused.ts'
import type { FileStore } from './files/file-store.ts'
import { fileCalls } from './files/open-file.ts'
import { uploadCalls } from './files/upload-calls.ts'
import { invitationCalls } from './firms/invitation-calls.ts'
import { firmCalls } from './firms/routes.ts'
import { acceptProvenInvitation } from './firms/invitations.ts'
import { linkPerson } from './investors/link-person.ts'
import { askToSignIn } from './http/ask-to-sign-in.ts'
import { findSession } from './http/find-session.ts'
import { tellPerson } from './http/tell-person.ts'
import { crossSiteCheck } from './http/cross-site.ts'
import type { Env } from './http/env.ts'
import { clientAddress } from './http/client-address.ts'
import { countRequests, type Metrics } from './http/metrics.ts'
import { createOperationLimit, type PerMinute, type Spend, spendOne } from './http/operation-limit.ts'
import { checkHost } from './http/own-host.ts'
import { answerCode, answerNotNow, answerRequestError, answerVerbRefused, RequestError } from './http/errors.ts'
import { type Call, call } from './http/call.ts'
import { openApi } from './http/openapi.ts'
import { restCalls } from './http/rest.ts'
import { restCallsUnder, type Under } from './http/rest-under.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type TellRefusal, tellingRefusals, tellRefusals } from './http/tell-refusals.ts'
import { unauthorized } from './http/request.ts'
import type { Mail } from './mail/mail.ts'
import { checkPerson, sayProtocol } from './http/whose-request.ts'
import { importCalls } from './import/routes.ts'
import { pushCalls } from './push/routes.ts'
import { sessionCalls } from './sessions/routes.ts'
import { forgotCalls } from './sign-in/forgot.ts'
import { oidcCalls } from './sign-in/oidc.ts'
import { passwordCall } from './sign-in/password.ts'
import { resetCalls } from './sign-in/reset.ts'
import { roleSwitchCalls } from './sign-in/role-switch.ts'
import { type DemoAccounts, signInCalls, type SignInDeps } from './sign-in/routes.ts'
import type { Seals } from './secrets/seal.ts'
import { secondPageCalls } from './sign-in/second-page.ts'
import { totpCalls } from './sign-in/totp.ts'
import type { Streams } from './sync/stream.ts'
import { syncCalls } from './sync/routes.ts'
import { tenantCalls } from './tenants/routes.ts'
import { trashCalls } from './trash/routes.ts'
import { userCalls } from './users/routes.ts'
import { verbs } from './verbs.ts'

const { referrals, referralAttachments, referralCommissions } = registry

const restUnder: readonly Under[] = [
  { parent: referrals, segment: 'commissions', of: referralCommissions, by: 'referralId' },
  { parent: referrals, segment: 'attachments', of: referralAttachments, by: 'referralId' },
]

/** What the demo adds to the product. */
export interface Demo extends DemoAccounts {
  readonly routes: (deps: { readonly database: Database }) => Hono<Env>
}

export interface AppDeps extends WriteDeps {
  readonly sessions: Sessions
  readonly streams: Streams
  readonly seals: Seals
  readonly events: Events
  readonly files: FileStore
  readonly log: Logger
  readonly demo: Demo
  readonly mayNarrowRole?: boolean
  /** Lets firms have providers on this machine and its network, also without encryption; only where nobody else reaches the server. */
  readonly allowsPrivateProviders?: boolean
  /** Absent where no mail server is configured: links are shown to administrators instead. */
  readonly mail?: Mail | undefined
  /** The public key under which browsers subscribe to push messages. */
  readonly pushKey: string
  readonly isSecure: boolean
  readonly publicUrl: string | undefined
  /** The name or address on which the server listens. */
  readonly listensOn: string
  /** How many proxies of ours stand in front of the server. */
  readonly proxies: number
  /** Without it nothing is limited. */
  readonly operationsPerMinute?: PerMinute
  readonly metrics?: Pick<Metrics, 'count'>
  /** Serves the built client; absent when only the API is wanted. */
  readonly client?: Hono
}

interface CallDeps extends AppDeps, Pick<SignInDeps, 'addressOf' | 'endSession'> {
  readonly spend: Spend
  readonly tellRefusal: TellRefusal
}

/** Every call of the API. */
function callsOf(deps: CallDeps): readonly Call[] {
  const accepting = {
    ...deps,
    link: (tenantId: string, userId: string, investorId: string) =>
      linkPerson.run(deps, { kind: 'system', tenantId }, investorId, { userId }),
  }
  const calls = [
    ...signInCalls(deps),
    ...roleSwitchCalls(deps),
    passwordCall(deps),
    ...oidcCalls({
      ...deps,
      acceptInvitationOf: (tenantId, person) => acceptProvenInvitation(accepting, tenantId, person),
    }),
    ...secondPageCalls(deps),
    ...totpCalls(deps),
    ...resetCalls(deps),
    ...forgotCalls(deps),
    ...firmCalls(accepting),
    ...invitationCalls(deps),
    ...userCalls(deps),
    ...tenantCalls(deps),
    ...sessionCalls(deps),
    ...syncCalls(deps),
    ...trashCalls(deps),
    ...auditCalls(deps),
    ...metricsCalls(deps),
    ...commissionCalls(deps),
    ...accountCalls(deps),
    ...pushCalls(deps),
    ...importCalls(deps),
    ...uploadCalls(deps),
    ...fileCalls(deps),
    ...replicatedEntities.flatMap((of) => restCalls(deps, of)),
    ...restUnder.flatMap((under) => restCallsUnder(deps, under)),
    ...verbs.map((verb) => verb.call(deps)),
  ]
  const description: Call = call(
    {
      method: 'get',
      path: '/api/openapi.json',
      says: 'This description',
      who: 'person',
      answers: { 200: { says: 'OpenAPI 3.1', json: { type: 'object' } } },
    },
    () => openApi([...calls, description], [...replicatedEntities, ...accountEntities]),
  )
  return [...calls, description]
}

export function createApp(deps: AppDeps): Hono<Env> {
  const { database, sessions, log, isSecure } = deps
  const app = new Hono<Env>()

  app.onError((error, context) => {
    if (error instanceof RequestError) return answerRequestError(context, error)
    if (error instanceof VerbRefused) return answerVerbRefused(context, error)
    if (context.req.raw.signal.aborted) {
      log.debug({ method: context.req.method, path: context.req.path }, 'the client has gone')
      return answerNotNow(context)
    }
    if (isUnavailable(error)) {
      log.warn({ reason: String(error), method: context.req.method, path: context.req.path }, 'not decided')
      return answerNotNow(context)
    }
    log.error({ err: error, method: context.req.method, path: context.req.path }, 'request failed')
    return answerCode(context, 'INTERNAL')
  })
  app.notFound((context) => answerCode(context, 'NOT_FOUND'))
  if (deps.metrics) app.use(countRequests(deps.metrics))
  app.use(securityHeaders(isSecure))
  app.get('/healthz', (context) => context.json({ status: 'ok' }))
  app.get('/readyz', async (context) =>
    (await database.isReady()) ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503),
  )

  if (deps.publicUrl === undefined) app.use(checkHost(deps.listensOn))
  app.use('/api/*', sayProtocol)
  app.use(
    '/api/*',
    crossSiteCheck((url, host) => deps.publicUrl ?? `${url.protocol}//${host ?? url.host}`),
  )
  async function endSession(sid: string): Promise<void> {
    const tenantId = await sessions.end(sid)
    deps.streams.endSession(sid)
    if (tenantId) deps.afterwards.begin(() => endPush(deps, tenantId))
  }
  app.use('/api/*', findSession(sessions, endSession, isSecure))
  app.use('/api/*', checkPerson)
  const { operationsPerMinute } = deps
  const spend: Spend = operationsPerMinute ? createOperationLimit(operationsPerMinute, deps.now) : () => {}
  app.use('/api/*', spendOne(spend))
  app.use('/files/*', findSession(sessions, endSession, isSecure), askToSignIn)
  if (deps.demo.isOn) app.route('/', deps.demo.routes(deps))

  const addressOf = clientAddress(deps.proxies)
  const tellRefusal = tellRefusals({ ...deps, addressOf })
  const calls = callsOf({ ...deps, addressOf, endSession, spend, tellRefusal })
  for (const each of calls) app.on(each.method.toUpperCase(), each.path, tellingRefusals(each, tellRefusal))
  app.all('/api/*', (context) => {
    if (!context.get('session')) throw unauthorized(context)
    return answerCode(context, 'NOT_FOUND')
  })
  app.get('/', tellPerson(sessions, isSecure))
  if (deps.client) app.route('/', deps.client)
  return app
}
