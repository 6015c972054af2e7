import { personCookie } from '#schema/person-cookie.ts'

/** Whose session a browser's cookies say it has: a person's id, `ended`, or null when they do not say. */
export function personIn(cookies: string): string | null {
  const found = cookies.split('; ').find((each) => each.startsWith(`${personCookie}=`))
  return found?.slice(personCookie.length + 1) || null
}
