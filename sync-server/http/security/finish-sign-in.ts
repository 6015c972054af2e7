import type { Context } from 'hono'
import { isDemoAccount, type SharedAccounts } from '#server/auth/demo-account.ts'
import { deviceName } from '#server/auth/device-name.ts'
import { endPushSubscriptions } from '#server/auth/end-push-subscriptions.ts'
import { isSuspended } from '#server/db/is-suspended.ts'
import { pendingMfaMs, sealPendingMfa } from '#server/auth/pending-mfa.ts'
import { isSealedDevice, knownDevice, proveDevice, sealDevice } from '#server/auth/known-device.ts'
import { type SecondFactorDeps, secondFactorOf } from '#server/auth/second-factor.ts'
import type { Database } from '#server/db/connect/database.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import { type MailingDeps, mailNewDevice } from '#server/mail/account-mails.ts'
import {
  clearPendingMfaCookie,
  deviceProofs,
  setDeviceProof,
  setPendingMfaCookie,
  setSignInCookies,
  signInPaths,
} from '#server/http/headers/sign-in-cookies.ts'
import type { Env } from '#server/http/env.ts'
import type { EndSession } from './find-session.ts'
import { serverUrl } from '#server/http/headers/public-url.ts'
import type { LogSecurityEvent } from './log-security-event.ts'

export interface FinishSignInDeps extends SecondFactorDeps, MailingDeps {
  readonly sessions: Sessions
  readonly streams: { endSession(sid: string): void }
  readonly isSecure: boolean
  readonly publicUrl: string | undefined
  readonly demo: SharedAccounts & { readonly isOn: boolean }
  readonly endSession: EndSession
  readonly logSecurityEvent: LogSecurityEvent
}

export interface SigningIn {
  readonly id: string
  readonly tenantId: string
  readonly email: string
  /** Null when their firm's provider proves them. */
  readonly passwordHash: string | null
  /** Null at their first sign-in. */
  readonly lastLogin: string | null
}

export type WithPassword = SigningIn & { readonly passwordHash: string }

export const codePath = '/api/login/code'
export const enrolPath = '/api/login/second-factor'
export const signInPath = '/api/login'

const suspendedPath = `${signInPath}?suspended=1`

export type SignInMethod = 'password' | 'secondFactor' | 'provider' | 'reset' | 'invitation'

export async function finishSignIn(
  deps: FinishSignInDeps,
  context: Context<Env>,
  user: WithPassword,
  { by, returnTo }: { readonly by: SignInMethod; readonly returnTo: string },
): Promise<Response> {
  if (await isSuspended(deps.database, user.tenantId)) {
    await deps.logSecurityEvent(context, {
      step: 'signIn',
      outcome: 'refused',
      user,
      details: { by, why: 'suspended' },
    })
    return context.redirect(suspendedPath, 303)
  }
  const { isOn, isRequired } = await secondFactorOf(deps.database.directory, user.id)
  // Everybody may know a demo account.
  if (!isOn && (!isRequired || isSharedAccount(deps, user))) {
    const isIn = await beginSession(deps, context, user, { by })
    return context.redirect(isIn ? returnTo : await refusedPath(deps.database, user.tenantId), 303)
  }
  await deps.logSecurityEvent(context, { step: 'ownPassword', outcome: 'accepted', user, details: { by } })
  const sealedPending = sealPendingMfa(deps.seals, { userId: user.id, returnTo }, user.passwordHash, deps.now())
  setPendingMfaCookie(context, deps.isSecure, sealedPending, pendingMfaMs)
  return context.redirect(isOn ? codePath : enrolPath, 303)
}

export const isSharedAccount = ({ demo }: Pick<FinishSignInDeps, 'demo'>, { email }: SigningIn): boolean =>
  demo.isOn && isDemoAccount(demo, email)

export const refusedPath = async (database: Pick<Database, 'directory'>, tenantId: string): Promise<string> =>
  (await isSuspended(database, tenantId)) ? suspendedPath : signInPath

export async function beginSession(
  deps: FinishSignInDeps,
  context: Context<Env>,
  user: SigningIn,
  details: { readonly by: SignInMethod; readonly issuer?: string },
): Promise<boolean> {
  const { isSecure } = deps
  const userAgent = context.req.header('user-agent') ?? ''
  const secret = await deps.sessions.begin(user, userAgent)
  clearPendingMfaCookie(context, isSecure)
  await deps.logSecurityEvent(context, { step: 'signIn', outcome: secret ? 'accepted' : 'refused', user, details })
  if (secret === undefined) return false
  const before = context.get('session')
  if (before) await deps.endSession(context, before)
  if (!isSharedAccount(deps, user)) await endOldest(deps, user)
  setSignInCookies(context, isSecure, secret, user.id)
  const isKnown = rememberDevice(deps, context, user)
  if (isKnown || user.lastLogin === null) return true
  const link = serverUrl(context, deps.publicUrl, '/settings/security')
  deps.backgroundTasks.begin(() => mailNewDevice(deps, user.id, deviceName(userAgent), link))
  return true
}

async function endOldest(deps: FinishSignInDeps, { id, tenantId }: SigningIn): Promise<void> {
  const ended = await deps.sessions.endOldest(id)
  for (const sid of ended) deps.streams.endSession(sid)
  if (ended.length) deps.backgroundTasks.begin(() => endPushSubscriptions(deps, tenantId))
}

/** True where the browser does not send the proofs. */
function rememberDevice(deps: FinishSignInDeps, context: Context<Env>, user: SigningIn): boolean {
  const { isSecure, seals } = deps
  const { id, passwordHash } = user
  const path = signInPaths.find((each) => context.req.path.startsWith(each))
  if (!path) return true
  const proofs = deviceProofs(context, isSecure)
  const account = passwordHash === null ? undefined : { id, passwordHash }
  const isKnown = account
    ? knownDevice(account, proofs) !== undefined
    : proofs.some((each) => isSealedDevice(seals, id, each))
  setDeviceProof(context, isSecure, path, {
    userId: id,
    proof: account ? proveDevice(account) : sealDevice(seals, id),
  })
  return isKnown
}
