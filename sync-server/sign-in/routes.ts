import { randomBytes } from 'node:crypto'
import { profileOf } from './change-profile.ts'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { isUuid, type SignedIn, signedIn, userPath } from '#schema/sync/protocol.ts'
import { isStaff } from '#schema/kernel/viewer.ts'
import { isDemoAccount } from '#server/auth/demo-account.ts'
import { isUnavailable } from '#server/db/connect/unavailable.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { formBody, page as formPage, textParameters } from '#server/http/calls/form-schemas.ts'
import type { Env } from '#server/http/env.ts'
import {
  finishSignIn,
  type FinishSignInDeps,
  isSharedAccount,
  type SigningIn,
  type WithPassword,
} from '#server/http/security/finish-sign-in.ts'
import { readForm } from '#server/http/calls/body.ts'
import { clearSignInCookies, deviceProofs } from '#server/http/headers/sign-in-cookies.ts'
import { isSameOrigin } from '#server/http/headers/is-same-origin.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import type { EventUser, SecurityOutcome } from '#server/http/security/log-security-event.ts'
import { firmWithProvider } from './providers.ts'
import { type ShownAccount, loginPage, logoutPage } from './login-page.ts'
import { attemptsIn, createAttempts, signInsOf } from '#server/auth/attempts.ts'
import { createCounters } from '#server/auth/counters.ts'
import { knownDevice, type PasswordAccount } from '#server/auth/known-device.ts'
import { isPassword, maxPasswordLength } from '#server/auth/passwords.ts'

/** They cannot sign in while the demo is off. */
export interface DemoAccounts {
  readonly isOn: boolean
  readonly shown: readonly ShownAccount[]
  readonly password: string
}

export interface SignInDeps extends FinishSignInDeps {
  readonly demo: DemoAccounts
  readonly log: Pick<Logger, 'info'>
  readonly addressOf: (context: Context<Env>) => string
}

/** Never another site or an API call. */
export function sameOriginPath(given: string | undefined): string {
  if (!given || !/^\/[\x21-\x7e]*$/.test(given) || !URL.canParse(given, ownOrigin)) return '/'
  const { origin, pathname, search, hash } = new URL(given, ownOrigin)
  const isPage = origin === ownOrigin && !/^\/(\/|%|api(\/|$))/i.test(pathname)
  return isPage ? `${pathname}${search}${hash}` : '/'
}

const ownOrigin = 'http://own.invalid'

/** For equal timing without an account. */
const nobody: PasswordAccount = { id: '', passwordHash: randomBytes(32).toString('base64url') }

/** PostgreSQL cannot store NUL. */
export const accountOf = (email: string): string => email.replaceAll('\0', '').trim().toLowerCase()

/** Only our own pages, a typed address and scripts end a session with a GET; others are asked for confirmation. */
function isSameSiteRequest(context: Context): boolean {
  const { req } = context
  const site = req.header('sec-fetch-site')
  if (site === 'none' || isSameOrigin(context)) return true
  const isUndeclared = !site && req.header('referer') === undefined
  return isUndeclared && !(req.header('accept') ?? '').includes('text/html')
}

type MatchedAccount = SigningIn & { readonly isActive: boolean }
const hasPassword = <User extends SigningIn>(user: User): user is User & WithPassword => user.passwordHash !== null

interface SignInPage {
  readonly returnTo: string
  readonly email: string
  readonly waiting: string
  readonly firm: string
  readonly problem?: 'wrong' | 'tooMany' | 'busy' | 'providerAway' | 'suspended'
}

export function signInCalls(deps: SignInDeps): readonly Call[] {
  const { demo, isSecure } = deps
  const attempts = createAttempts(deps.database, deps.now, attemptsIn(demo))
  const counters = createCounters(deps.database, deps.now)
  async function page(context: Context, { returnTo, email, waiting, firm, problem }: SignInPage) {
    const texts = pageTexts(context)
    const demoAccounts = demo.isOn ? demo.shown : []
    const error = problem ? texts.t(problem) : null
    const provider = await firmWithProvider(deps.database.directory, isUuid(firm) ? firm : undefined)
    return loginPage(texts, {
      returnTo,
      email,
      waiting: /^\d{1,6}$/.test(waiting) ? Number(waiting) : 0,
      error,
      provider,
      demoPassword: demo.password,
      demoAccounts,
    })
  }

  const logAttempt = (context: Context<Env>, outcome: SecurityOutcome, user: EventUser | undefined): Promise<void> =>
    deps.logSecurityEvent(context, { step: 'signIn', outcome, user, details: { by: 'password' } })

  const signIn = async (context: Context<Env>): Promise<Response> => {
    const form = await readForm(context)
    const [email, password] = [form('email'), form('password')]
    const account = accountOf(email)
    const returnTo = sameOriginPath(form('returnTo'))
    const isTooLong = email.length > 254 || password.length > maxPasswordLength
    const shown = { returnTo, email: isTooLong ? '' : email, waiting: form('waiting'), firm: form('firm') }
    const [meant] = await deps.database.directory<MatchedAccount[]>`
      select id, tenant_id as "tenantId", email, last_login as "lastLogin", password_hash as "passwordHash", is_active as "isActive"
      from directory.users where email = ${account}`
    // Unusable accounts look missing; only the firm sees the attempt.
    const user = meant && meant.isActive && hasPassword(meant) ? meant : undefined
    const proofs = deviceProofs(context, isSecure)
    const device = knownDevice(user ?? nobody, proofs)
    const attempt = await attempts.begin({ account, address: deps.addressOf(context), device })
    if (typeof attempt === 'number') {
      await logAttempt(context, 'throttled', meant)
      return context.html(await page(context, { ...shown, problem: 'tooMany' }), 429, {
        'retry-after': String(attempt),
      })
    }
    let isRight: boolean
    try {
      isRight = !isTooLong && (await isPassword(user?.passwordHash, password))
    } catch (error) {
      await attempt()
      if (!isUnavailable(error)) throw error
      await logAttempt(context, 'busy', meant)
      return context.html(await page(context, { ...shown, problem: 'busy' }), 503, { 'retry-after': '2' })
    }
    const isDisabledDemo = !demo.isOn && isDemoAccount(demo, account)
    const isIn = isRight && !isDisabledDemo
    if (!isIn) {
      await logAttempt(context, 'refused', meant)
      return context.html(await page(context, { ...shown, problem: 'wrong' }), 401)
    }
    await attempt()
    // Right passwords count as well: creating sessions is expensive.
    const signIns = signInsOf(account, demo.isOn ? 300 : 30)
    if (!isSharedAccount(deps, user!) && !(await counters.count(signIns))) {
      await logAttempt(context, 'throttled', meant)
      const seconds = Math.max(1, ...(await counters.waits(signIns)))
      return context.html(await page(context, { ...shown, problem: 'tooMany' }), 429, {
        'retry-after': String(seconds),
      })
    }
    return finishSignIn(deps, context, user!, { by: 'password', returnTo })
  }

  async function signOut(context: Context<Env>): Promise<Response> {
    const session = context.get('session')
    if (session) await deps.endSession(context, session)
    clearSignInCookies(context, isSecure)
    return context.redirect('/', 303)
  }

  const appPage = (description: string) => ({ 303: { description } })
  const cookie = 'Every other call needs the cookie that it sets'
  return [
    call(
      {
        method: 'get',
        path: '/api/login',
        summary: 'The sign-in page',
        auth: 'anybody',
        parameters: textParameters('returnTo', 'firm', 'waiting'),
        responses: formPage(),
      },
      async ({ context }) => {
        const [returnTo, firm] = [sameOriginPath(context.req.query('returnTo')), context.req.query('firm') ?? '']
        const waiting = context.req.query('waiting') ?? ''
        const away = context.req.query('away') ? ({ problem: 'providerAway' } as const) : {}
        const suspended = context.req.query('suspended') ? ({ problem: 'suspended' } as const) : {}
        return context.html(await page(context, { returnTo, firm, waiting, email: '', ...away, ...suspended }))
      },
    ),
    call(
      {
        method: 'post',
        path: '/api/login',
        summary: `Signs in. ${cookie}`,
        auth: 'anybody',
        requestBody: formBody(['email', 'password'], ['returnTo', 'firm', 'waiting']),
        responses: appPage('Signed in'),
        errorPages: {
          401: 'The page again: the address or the password is wrong',
          429: 'The page again: there were too many attempts',
          503: 'The page again: too many passwords are being checked',
        },
      },
      ({ context }) => signIn(context),
    ),
    call(
      {
        method: 'get',
        path: '/api/logout',
        summary: 'Signs out; asks for confirmation after a cross-site link',
        auth: 'anybody',
        responses: { ...appPage('Signed out'), ...formPage('The question') },
      },
      ({ context }) => (isSameSiteRequest(context) ? signOut(context) : context.html(logoutPage(pageTexts(context)))),
    ),
    call(
      { method: 'post', path: '/api/logout', summary: 'Signs out', auth: 'anybody', responses: appPage('Signed out') },
      ({ context }) => signOut(context),
    ),
    call(
      {
        method: 'get',
        path: userPath,
        summary: 'The signed-in person',
        auth: 'person',
        tag: profileOf,
        responses: { 200: { description: 'The person', json: signedIn } },
      },
      ({ session: { person, viewer } }): SignedIn => {
        return { ...person, ...(isStaff(viewer) ? {} : { investorIds: [...viewer.investorIds] }) }
      },
    ),
  ]
}
