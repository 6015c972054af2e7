import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { personCookie } from '#schema/protocol.ts'

/** On https the prefix makes the browser itself bind the cookie to this host and path. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-holdfast' : 'holdfast')

export const sessionSecret = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, nameOf(isSecure))

export const personOfCookie = (context: Context): string | undefined => getCookie(context, personCookie)

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
