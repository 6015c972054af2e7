import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** On https the browser itself holds the cookie to this host and path. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-holdfast' : 'holdfast')

export const sessionSecret = (context: Context, isSecure: boolean): string | undefined =>
  getCookie(context, nameOf(isSecure))

export const setSessionCookie = (context: Context, isSecure: boolean, secret: string): void =>
  setCookie(context, nameOf(isSecure), secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isSecure,
    maxAge: 90 * 86_400,
  })

export const clearSessionCookie = (context: Context, isSecure: boolean): void =>
  void deleteCookie(context, nameOf(isSecure), { path: '/', secure: isSecure })
