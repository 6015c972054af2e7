// The end of every sign-in: a session, or first the page that asks for a code.
import type { Context } from 'hono'
import { isDemoAccount, type SharedAccounts } from '../auth/demo-account.ts'
import { deviceName } from '../auth/device-name.ts'
import { halfMs, sealHalf } from '../auth/half-sign-in.ts'
import { isSealedDevice, knownDevice, proveDevice, sealDevice } from '../auth/known-device.ts'
import { type SecondFactorDeps, secondFactorOf } from '../auth/second-factor.ts'
import type { Sessions } from '../auth/sessions.ts'
import { type MailingDeps, tellNewDevice } from '../mail/write-to.ts'
import {
  clearHalfCookie,
  deviceProofs,
  setDeviceProof,
  setHalfCookie,
  setSignInCookies,
  signInPaths,
} from './cookie.ts'
import type { Env } from './env.ts'
import { ownUrl } from './own-url.ts'

export interface FinishSignInDeps extends SecondFactorDeps, MailingDeps {
  readonly sessions: Sessions
  readonly isSecure: boolean
  readonly publicUrl: string | undefined
  readonly demo: SharedAccounts & { readonly isOn: boolean }
  /** Ends the session and its streams. */
  readonly endSession: (sid: string) => Promise<void>
}

export interface SigningIn {
  readonly id: string
  readonly tenantId: string
  readonly email: string
  readonly passwordHash: string
  /** Null at their first sign-in. */
  readonly lastLogin: string | null
}

export const codePath = '/api/login/code'
export const enrolPath = '/api/login/second-factor'

/** Leads to the page for a code, or for the second factor that the firm requires, where the person has to go there. */
export async function finishSignIn(
  deps: FinishSignInDeps,
  context: Context<Env>,
  user: SigningIn,
  returnTo: string,
): Promise<Response> {
  const { isOn, isRequired } = await secondFactorOf(deps.database.directory, user.id)
  // Everybody may know a demo account, so it has no second factor.
  const isDemo = deps.demo.isOn && isDemoAccount(deps.demo, user.email)
  if (!isOn && (!isRequired || isDemo)) {
    await beginSession(deps, context, user)
    return context.redirect(returnTo, 303)
  }
  const half = sealHalf(deps.seals, { userId: user.id, returnTo }, user.passwordHash, deps.now())
  setHalfCookie(context, deps.isSecure, half, halfMs)
  return context.redirect(isOn ? codePath : enrolPath, 303)
}

export async function beginSession(deps: FinishSignInDeps, context: Context<Env>, user: SigningIn): Promise<void> {
  const { isSecure } = deps
  const before = context.get('session')
  if (before) await deps.endSession(before.sid)
  const userAgent = context.req.header('user-agent') ?? ''
  setSignInCookies(context, isSecure, await deps.sessions.begin(user, userAgent), user.id)
  clearHalfCookie(context, isSecure)
  // Elsewhere the browser does not send the proofs.
  const path = signInPaths.find((each) => context.req.path.startsWith(each))
  if (!path) return
  const proofs = deviceProofs(context, isSecure)
  const isByProvider = path === '/api/auth/oidc'
  const isKnown = isByProvider
    ? proofs.some((each) => isSealedDevice(deps.seals, user.id, each))
    : knownDevice(user, proofs) !== undefined
  const proof = isByProvider ? sealDevice(deps.seals, user.id) : proveDevice(user)
  setDeviceProof(context, isSecure, path, { userId: user.id, proof })
  if (isKnown || user.lastLogin === null) return
  const link = ownUrl(context, deps.publicUrl, '/settings/security')
  deps.afterwards.begin(() => tellNewDevice(deps, user.id, deviceName(userAgent), link))
}
