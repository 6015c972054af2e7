import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { personCookie } from '#schema/protocol.ts'

/** On https the prefix makes the browser itself bind the cookie to this host and path. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-holdfast' : 'holdfast')

export const sessionSecret = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, nameOf(isSecure))

export const personOfCookie = (context: Context): string | undefined => getCookie(context, personCookie)

/** Sign-ins with a password, and with the provider of a firm; each way knows its own devices. */
export const signInPaths = ['/api/login', '/api/auth/oidc'] as const
export type SignInPath = (typeof signInPaths)[number]

const devicesOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-device' : 'holdfast-device')
/** People who share a browser. */
const mostProofs = 5

/** The proofs that people have signed in here before, latest first: see sync-server/auth/known-device.ts. */
export const deviceProofs = (context: Context, isSecure: boolean): readonly string[] =>
  (getCookie(context, devicesOf(isSecure)) ?? '').split('~').slice(0, mostProofs)

export const setDeviceProofs = (
  context: Context,
  isSecure: boolean,
  path: SignInPath,
  proofs: readonly string[],
): void =>
  setCookie(context, devicesOf(isSecure), proofs.slice(0, mostProofs).filter(Boolean).join('~'), {
    httpOnly: true,
    sameSite: 'Lax',
    path,
    secure: isSecure,
    maxAge: 400 * 86_400,
  })

const halfOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-half' : 'holdfast-half')

/** Who has given the right password and owes a code: see sync-server/auth/half-sign-in.ts. */
export const halfCookie = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, halfOf(isSecure))

export const setHalfCookie = (context: Context, isSecure: boolean, sealed: string, ms: number): void =>
  setCookie(context, halfOf(isSecure), sealed, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/api/login',
    secure: isSecure,
    maxAge: ms / 1000,
  })

export function clearHalfCookie(context: Context, isSecure: boolean): void {
  if (halfCookie(context, isSecure) === undefined) return
  deleteCookie(context, halfOf(isSecure), { path: '/api/login', secure: isSecure })
}

const journeyOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-oidc' : 'holdfast-oidc')

/** Of a sign-in that is under way at the provider of a firm. */
export const oidcCookie = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, journeyOf(isSecure))

export const setOidcCookie = (context: Context, isSecure: boolean, sealed: string, ms: number): void =>
  setCookie(context, journeyOf(isSecure), sealed, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/api/auth/oidc',
    secure: isSecure,
    maxAge: ms / 1000,
  })

export const clearOidcCookie = (context: Context, isSecure: boolean): void =>
  void deleteCookie(context, journeyOf(isSecure), { path: '/api/auth/oidc', secure: isSecure })

/** Says whose session it is, readable by every tab: it is not a secret, and it outlives the session. */
export const setPersonCookie = (context: Context, isSecure: boolean, userId: string): void =>
  setCookie(context, personCookie, userId, { sameSite: 'Lax', path: '/', secure: isSecure, maxAge: 400 * 86_400 })

const setSessionCookie = (context: Context, isSecure: boolean, secret: string): void =>
  setCookie(context, nameOf(isSecure), secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure,
    maxAge: 90 * 86_400,
  })

/** The cookies that a browser gets at sign-in. */
export function setSignInCookies(context: Context, isSecure: boolean, secret: string, userId: string): void {
  setSessionCookie(context, isSecure, secret)
  setPersonCookie(context, isSecure, userId)
}

export function clearSignInCookies(context: Context, isSecure: boolean): void {
  deleteCookie(context, nameOf(isSecure), { path: '/', secure: isSecure })
  deleteCookie(context, personCookie, { path: '/', secure: isSecure })
}
