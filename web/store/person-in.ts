import { personCookie } from '#schema/person-cookie.ts'

/** What a cookie says among others; null when it is not there, or empty. */
export function cookieIn(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || null
}

/** Whose session a browser's cookies say it has: a person's id, `ended`, or null when they do not say. */
export const personIn = (cookies: string): string | null => cookieIn(cookies, personCookie)
