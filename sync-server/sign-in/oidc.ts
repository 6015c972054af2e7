// OpenID Connect: authorization code with PKCE, state and nonce. The second factor is the provider's responsibility.
import type { Context } from 'hono'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { isUuid } from '#schema/sync/protocol.ts'
import { isSameAtProvider, isLinkedToAnyone } from '#server/auth/provider-identity.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { clearOidcCookie, oidcCookie, setOidcCookie } from '#server/http/headers/sign-in-cookies.ts'
import { beginSession, refusedPath, type SigningIn } from '#server/http/security/finish-sign-in.ts'
import type { Env } from '#server/http/env.ts'
import { isSameOrigin } from '#server/http/headers/is-same-origin.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import { oidcJourneyAad } from '#server/secrets/aad.ts'
import { SealBroken } from '#server/secrets/seal.ts'
import { refusedPage } from './oidc-page.ts'
import { type Challenge, isUnavailable, isRefusal, type ProvenPerson, readPerson } from './proven-person.ts'
import { createProviders, type Firm, ProviderUnavailable, type ProvidersDeps } from './providers.ts'
import { sameOriginPath, type SignInDeps } from './routes.ts'

interface Deps extends SignInDeps, ProvidersDeps {
  readonly acceptInvitationOf: (
    tenantId: string,
    person: ProvenPerson & { readonly language: string },
  ) => Promise<string | undefined>
}

interface Journey extends Challenge {
  readonly firm: string
  readonly returnTo: string
  readonly until: number
}

const path = '/api/auth/oidc'
/** One provider's response is never used for another firm. */
const callbackPath = (firmId: string): string => `${path}/${firmId}/callback`
const journeyMs = 15 * 60_000

interface FailedSignIn {
  readonly firm?: Firm | undefined
  readonly firmId?: string
  readonly email?: string
  readonly userId?: string | undefined
  readonly why?: string
}

type Problem = 'providerRefused' | 'providerStale' | 'emailUnproven' | 'noAccount'
const statusOf = {
  providerRefused: 401,
  providerStale: 400,
  emailUnproven: 403,
  noAccount: 403,
} as const

export function oidcCalls(deps: Deps): readonly Call[] {
  const { isSecure, seals, now } = deps
  const providerOf = createProviders(deps)

  const refuse = async (
    context: Context<Env>,
    problem: Problem,
    { firm, firmId = firm?.id, email, userId, why: reason = problem }: FailedSignIn = {},
  ): Promise<Response> => {
    clearOidcCookie(context, isSecure)
    const user = firmId === undefined ? undefined : { id: userId ?? null, tenantId: firmId }
    await deps.logSecurityEvent(context, {
      step: 'signIn',
      outcome: 'refused',
      user,
      details: { by: 'provider', problem: reason },
    })
    return context.html(refusedPage(pageTexts(context), problem, { firm, email }), statusOf[problem])
  }

  const redirectToLogin = (context: Context<Env>, error: unknown, firmId: string): Response => {
    deps.log.info({ err: error, firm: firmId }, 'the provider of a firm does not answer')
    clearOidcCookie(context, isSecure)
    return context.redirect(`/api/login?firm=${firmId}&away=1`, 303)
  }

  const begin = async (context: Context<Env>): Promise<Response> => {
    const firmId = (context.req.query('firm') ?? '').toLowerCase()
    if (!isUuid(firmId)) return context.redirect('/api/login', 303)
    const returnTo = sameOriginPath(context.req.query('returnTo'))
    // Another site must not start a sign-in.
    if (!isSameOrigin(context))
      return context.redirect(`/api/login?${new URLSearchParams({ firm: firmId, returnTo }).toString()}`, 303)
    try {
      const provider = await providerOf(firmId)
      if (!provider) return context.redirect('/api/login', 303)
      const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()]
      const journey: Journey = { firm: firmId, verifier, state, nonce, returnTo, until: now().getTime() + journeyMs }
      setOidcCookie(context, isSecure, seals.seal(JSON.stringify(journey), oidcJourneyAad), journeyMs)
      const to = buildAuthorizationUrl(provider.config, {
        redirect_uri: serverUrl(context, deps.publicUrl, callbackPath(firmId)),
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return context.redirect(to.href, 303)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return redirectToLogin(context, error, firmId)
      throw error
    }
  }

  const readJourney = (context: Context<Env>): Journey | undefined => {
    try {
      const journey = JSON.parse(seals.open(oidcCookie(context, isSecure) ?? '', oidcJourneyAad)) as Journey
      return journey.until > now().getTime() ? journey : undefined
    } catch (error) {
      if (error instanceof SealBroken) return undefined
      throw error
    }
  }

  const finishSignIn = async (context: Context<Env>, firmId: string): Promise<Response> => {
    const journey = readJourney(context)
    if (journey?.firm !== firmId) return refuse(context, 'providerStale')
    if (context.req.query('state') !== journey.state) return refuse(context, 'providerStale', { firmId })
    let firm: Firm | undefined
    try {
      const provider = await providerOf(journey.firm)
      if (!provider) return refuse(context, 'providerStale', { firmId })
      firm = provider.firm
      const at = new URL(serverUrl(context, deps.publicUrl, callbackPath(firmId)))
      at.search = new URL(context.req.url).search
      const proven = await readPerson(provider.config, at, journey)
      if (!proven) return refuse(context, 'emailUnproven', { firm })
      const { email } = proven
      let user = await findPerson(deps, firm.id, email)
      if (!user) {
        // A person who is bound elsewhere does not use up the invitation.
        if (await isLinkedToAnyone(deps.database.directory, firm.id, proven))
          return refuse(context, 'noAccount', { firm, email, why: 'otherIdentity' })
        const invited = { ...proven, language: pageTexts(context).code }
        if (await deps.acceptInvitationOf(firm.id, invited)) user = await findPerson(deps, firm.id, email)
      }
      if (!user?.isActive) return refuse(context, 'noAccount', { firm, email, userId: user?.id })
      if (!(await isSameAtProvider(deps.database.directory, user, proven)))
        return refuse(context, 'noAccount', { firm, email, userId: user.id, why: 'otherIdentity' })
      clearOidcCookie(context, isSecure)
      const isIn = await beginSession(deps, context, user, { by: 'provider', issuer: proven.issuer })
      return context.redirect(isIn ? journey.returnTo : await refusedPath(deps.database, user.tenantId), 303)
    } catch (error) {
      if (error instanceof ProviderUnavailable || isUnavailable(error))
        return redirectToLogin(context, error, journey.firm)
      if (isRefusal(error)) return refuse(context, 'providerRefused', { firm })
      throw error
    }
  }

  const redirectResponses = {
    303: { description: 'Redirects to the provider, or to the sign-in page, even for a cross-site request' },
  }
  const text = { type: 'string' } as const
  return [
    call(
      {
        method: 'get',
        path,
        summary: 'Starts a sign-in with the OpenID provider of a firm',
        auth: 'anybody',
        parameters: [
          { name: 'firm', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'returnTo', in: 'query', schema: text },
        ],
        responses: { ...redirectResponses },
      },
      ({ context }) => begin(context),
    ),
    call(
      {
        method: 'get',
        path: `${path}/:id/callback`,
        summary: "The callback of the firm's OpenID provider: signs in the person with the proven e-mail address",
        auth: 'anybody',
        parameters: [
          { name: 'code', in: 'query', schema: text },
          { name: 'state', in: 'query', schema: text },
        ],
        responses: { 303: { description: 'Signed in' } },
        errorPages: {
          400: 'The sign-in was begun elsewhere, or too long ago',
          401: 'The provider did not prove who it is',
          403: 'Nobody in the firm has the address, or the provider has not verified it',
        },
      },
      ({ context, id }) => finishSignIn(context, id),
    ),
  ]
}

type FoundPerson = SigningIn & { readonly isActive: boolean }

async function findPerson({ database }: Deps, tenantId: string, email: string): Promise<FoundPerson | undefined> {
  const [user] = await database.directory<FoundPerson[]>`
    select id, tenant_id as "tenantId", email, null as "passwordHash", last_login as "lastLogin", is_active as "isActive"
    from directory.users where email = ${email} and tenant_id = ${tenantId}`
  return user
}
