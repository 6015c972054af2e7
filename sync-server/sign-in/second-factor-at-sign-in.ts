import type { Context } from 'hono'
import { attemptsIn, createAttempts, secondFactorAccount } from '#server/auth/attempts.ts'
import { createCounters } from '#server/auth/counters.ts'
import { openPendingMfa } from '#server/auth/pending-mfa.ts'
import { knownDevice } from '#server/auth/known-device.ts'
import { acceptOffer, offerTotp, isFirstLockoutNotice, secondFactorOf, redeemCode } from '#server/auth/second-factor.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { readForm } from '#server/http/calls/body.ts'
import { type Call, call } from '#server/http/calls/call.ts'
import { formBody, page } from '#server/http/calls/form-schemas.ts'
import { deviceProofs, pendingMfaCookie } from '#server/http/headers/sign-in-cookies.ts'
import {
  beginSession,
  codePath,
  enrolPath,
  refusedPath,
  signInPath,
  type WithPassword,
} from '#server/http/security/finish-sign-in.ts'
import type { Env } from '#server/http/env.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import { pageTexts } from '#server/http/pages/page-texts.ts'
import type { SecurityOutcome } from '#server/http/security/log-security-event.ts'
import { mailWrongCodes } from '#server/mail/account-mails.ts'
import { asPerson } from '#server/records/actor.ts'
import { qrCodeOf } from './picture.ts'
import type { SignInDeps } from './routes.ts'
import { codePage, enrolPage, recoveryCodesPage } from './second-factor-pages.ts'

interface PendingUser extends WithPassword {
  readonly role: Role
  readonly returnTo: string
}

const actorOf = ({ id, tenantId, role }: PendingUser) => asPerson({ tenantId, userId: id, role, investorIds: [] })

export function secondFactorAtSignInCalls(deps: SignInDeps): readonly Call[] {
  const { isSecure, now } = deps
  const attempts = createAttempts(deps.database, now, attemptsIn(deps.demo))
  const counters = createCounters(deps.database, now)

  async function pendingUserOf(context: Context<Env>): Promise<PendingUser | undefined> {
    const pending = openPendingMfa(deps.seals, pendingMfaCookie(context, isSecure) ?? '', now())
    if (!pending) return undefined
    const [user] = await deps.database.directory<Omit<PendingUser, 'returnTo'>[]>`
      select id, tenant_id as "tenantId", email, role, last_login as "lastLogin", password_hash as "passwordHash"
      from directory.users where id = ${pending.userId} and is_active and password_hash is not null`
    return user && pending.isOf(user.passwordHash) ? { ...user, returnTo: pending.returnTo } : undefined
  }

  const logAttempt = (
    context: Context<Env>,
    outcome: SecurityOutcome,
    user: PendingUser,
    to: 'signIn' | 'enrol',
  ): Promise<void> => deps.logSecurityEvent(context, { step: 'secondFactor', outcome, user, details: { to } })

  async function attempt<T>(context: Context<Env>, pending: PendingUser, check: () => Promise<T | undefined | false>) {
    const device = knownDevice(pending, deviceProofs(context, isSecure))
    const account = secondFactorAccount(pending.id)
    const begun = await attempts.begin({ account, address: deps.addressOf(context), device })
    if (typeof begun === 'number') return { seconds: begun }
    const right = await check()
    if (!right) return { seconds: 0 }
    await begun()
    return { right }
  }

  async function offer(
    context: Context<Env>,
    pending: PendingUser,
    given: string | null,
    error: string | null,
    status: 200 | 401 | 429 = 200,
    seconds = 0,
  ) {
    const { uri, secret, offer: sealed } = offerTotp(deps, pending, given)
    const shown = { offer: sealed, secret, picture: await qrCodeOf(uri), error }
    return context.html(enrolPage(pageTexts(context), shown), status, seconds ? { 'retry-after': String(seconds) } : {})
  }

  const show = async (context: Context<Env>): Promise<Response> => {
    const pending = await pendingUserOf(context)
    if (!pending) return context.redirect(signInPath, 303)
    const { isOn } = await secondFactorOf(deps.database.directory, pending.id)
    return isOn ? context.html(codePage(pageTexts(context), null)) : context.redirect(enrolPath, 303)
  }

  const check = async (context: Context<Env>): Promise<Response> => {
    const pending = await pendingUserOf(context)
    if (!pending) return context.redirect(signInPath, 303)
    const code = (await readForm(context))('code')
    let lockedFor = 0
    const { right, seconds = 0 } = await attempt(context, pending, async () => {
      const spent = await redeemCode({ ...deps, counters }, actorOf(pending), pending, code)
      if (typeof spent === 'boolean') return spent
      lockedFor = spent.lockedFor
      return false
    })
    const texts = pageTexts(context)
    if (lockedFor) {
      await logAttempt(context, 'throttled', pending, 'signIn')
      const link = serverUrl(context, deps.publicUrl, '/api/auth/forgot')
      if (await isFirstLockoutNotice(counters, pending.id))
        deps.backgroundTasks.begin(() => mailWrongCodes(deps, pending.id, link))
      return context.html(codePage(texts, texts.t('codesLocked')), 429, { 'retry-after': String(lockedFor) })
    }
    if (seconds) {
      await logAttempt(context, 'throttled', pending, 'signIn')
      return context.html(codePage(texts, texts.t('tooMany')), 429, { 'retry-after': String(seconds) })
    }
    await logAttempt(context, right ? 'accepted' : 'refused', pending, 'signIn')
    if (!right) return context.html(codePage(texts, texts.t('codeWrong')), 401)
    const isIn = await beginSession(deps, context, pending, { by: 'secondFactor' })
    return context.redirect(isIn ? pending.returnTo : await refusedPath(deps.database, pending.tenantId), 303)
  }

  const showEnrol = async (context: Context<Env>): Promise<Response> => {
    const pending = await pendingUserOf(context)
    if (!pending) return context.redirect(signInPath, 303)
    const { isOn } = await secondFactorOf(deps.database.directory, pending.id)
    return isOn ? context.redirect(codePath, 303) : offer(context, pending, null, null)
  }

  const enrol = async (context: Context<Env>): Promise<Response> => {
    const pending = await pendingUserOf(context)
    if (!pending) return context.redirect(signInPath, 303)
    // Replacing an existing second factor needs a session.
    if ((await secondFactorOf(deps.database.directory, pending.id)).isOn) return context.redirect(codePath, 303)
    const form = await readForm(context)
    const given = { offer: form('offer'), code: form('code'), passwordHash: pending.passwordHash }
    const { right, seconds = 0 } = await attempt(context, pending, () =>
      acceptOffer(deps, actorOf(pending), pending, given),
    )
    const texts = pageTexts(context)
    if (!right) {
      const [outcome, problem, status] = seconds
        ? (['throttled', 'tooMany', 429] as const)
        : (['refused', 'codeWrong', 401] as const)
      await logAttempt(context, outcome, pending, 'enrol')
      return offer(context, pending, given.offer, texts.t(problem), status, seconds)
    }
    if (!(await beginSession(deps, context, pending, { by: 'secondFactor' })))
      return context.redirect(await refusedPath(deps.database, pending.tenantId), 303)
    return context.html(recoveryCodesPage(texts, right, pending.returnTo))
  }

  const redirectResponses = { 303: { description: 'Redirects to the next page, or to the sign-in page' } }
  return [
    call(
      {
        method: 'get',
        path: codePath,
        summary: 'The page for a code, after the password',
        auth: 'anybody',
        responses: { ...page(), ...redirectResponses },
      },
      ({ context }) => show(context),
    ),
    call(
      {
        method: 'post',
        path: codePath,
        summary: 'Signs in with a code of the second factor, or a recovery code; each works once',
        auth: 'anybody',
        requestBody: formBody(['code']),
        responses: { 303: { description: 'Signed in, or redirected to the sign-in page' } },
        errorPages: { 401: 'The page again: the code is wrong', 429: 'The page again: there were too many attempts' },
      },
      ({ context }) => check(context),
    ),
    call(
      {
        method: 'get',
        path: enrolPath,
        summary: 'The page for setting up a required second factor',
        auth: 'anybody',
        responses: { ...page(), ...redirectResponses },
      },
      ({ context }) => showEnrol(context),
    ),
    call(
      {
        method: 'post',
        path: enrolPath,
        summary: 'Turns the second factor on with its first code, signs in, and returns the recovery codes',
        auth: 'anybody',
        requestBody: formBody(['offer', 'code']),
        responses: { ...page(), ...redirectResponses },
        errorPages: { 401: 'The page again: the code is wrong', 429: 'The page again: there were too many attempts' },
      },
      ({ context }) => enrol(context),
    ),
  ]
}
