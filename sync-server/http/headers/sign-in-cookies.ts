import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { endedPerson, personCookie } from '#schema/sync/protocol.ts'

/** The prefix makes the browser bind the cookie to this host and path. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-holdfast' : 'holdfast')

export const sessionSecret = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, nameOf(isSecure))

export const personOfCookie = (context: Context): string | undefined => getCookie(context, personCookie)

/** Whether the person logged out without a network. A second cookie, which another host of the domain can add, ends nothing. */
export function hasLoggedOut(context: Context): boolean {
  const sent = context.req.header('cookie')?.split(';') ?? []
  return (
    personOfCookie(context) === endedPerson &&
    sent.filter((each) => each.trim().startsWith(`${personCookie}=`)).length === 1
  )
}

export const signInPaths = ['/api/login', '/api/auth/oidc'] as const
export type SignInPath = (typeof signInPaths)[number]

const devicesOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-device-' : 'holdfast-device-')
/** One per person: it can be set where those of others are not sent. */
const deviceOf = (isSecure: boolean, userId: string): string =>
  devicesOf(isSecure) + createHash('sha256').update(`device of ${userId}`).digest('base64url').slice(0, 12)
/** People who share a browser. */
const maxProofs = 5

const deviceCookies = (context: Context, isSecure: boolean): readonly (readonly [name: string, proof: string])[] =>
  Object.entries(getCookie(context)).filter(([name]) => name.startsWith(devicesOf(isSecure)))

/** See auth/known-device.ts. */
export const deviceProofs = (context: Context, isSecure: boolean): readonly string[] =>
  deviceCookies(context, isSecure).map(([, proof]) => proof)

export function setDeviceProof(
  context: Context,
  isSecure: boolean,
  path: SignInPath,
  { userId, proof }: { readonly userId: string; readonly proof: string },
): void {
  const name = deviceOf(isSecure, userId)
  const options = { httpOnly: true, sameSite: 'Lax', path, secure: isSecure } as const
  setCookie(context, name, proof, { ...options, maxAge: 400 * 86_400 })
  const others = deviceCookies(context, isSecure).filter(([each]) => each !== name)
  for (const [each] of others.slice(maxProofs - 1)) deleteCookie(context, each, options)
}

const pendingMfaNameOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-half' : 'holdfast-half')

/** A correct password whose code is still due: see auth/pending-mfa.ts. */
export const pendingMfaCookie = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, pendingMfaNameOf(isSecure))

export const setPendingMfaCookie = (context: Context, isSecure: boolean, sealed: string, ms: number): void =>
  setCookie(context, pendingMfaNameOf(isSecure), sealed, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/api/login',
    secure: isSecure,
    maxAge: ms / 1000,
  })

export function clearPendingMfaCookie(context: Context, isSecure: boolean): void {
  if (pendingMfaCookie(context, isSecure) === undefined) return
  deleteCookie(context, pendingMfaNameOf(isSecure), { path: '/api/login', secure: isSecure })
}

const oidcNameOf = (isSecure: boolean): string => (isSecure ? '__Secure-holdfast-oidc' : 'holdfast-oidc')

export const oidcCookie = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, oidcNameOf(isSecure))

export const setOidcCookie = (context: Context, isSecure: boolean, sealed: string, ms: number): void =>
  setCookie(context, oidcNameOf(isSecure), sealed, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/api/auth/oidc',
    secure: isSecure,
    maxAge: ms / 1000,
  })

export const clearOidcCookie = (context: Context, isSecure: boolean): void =>
  void deleteCookie(context, oidcNameOf(isSecure), { path: '/api/auth/oidc', secure: isSecure })

/** Readable by every tab: it is not a secret, and it outlives the session. */
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

export function setSignInCookies(context: Context, isSecure: boolean, secret: string, userId: string): void {
  setSessionCookie(context, isSecure, secret)
  setPersonCookie(context, isSecure, userId)
}

export const clearSessionCookie = (context: Context, isSecure: boolean): void =>
  void deleteCookie(context, nameOf(isSecure), { path: '/', secure: isSecure })

export function clearSignInCookies(context: Context, isSecure: boolean): void {
  clearSessionCookie(context, isSecure)
  deleteCookie(context, personCookie, { path: '/', secure: isSecure })
}
