import { personCookie } from '#schema/app/person-cookie.ts'

/** The value of a cookie; null when it is missing or empty. */
export function cookieIn(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || null
}

/** Who has logged out and may still have data on this device, by the value of that cookie. */
export const leavingIn = (value: string | null): { tenantId: string; id: string }[] =>
  (value?.split('~') ?? []).map((each) => {
    const [tenantId = '', id = ''] = each.split('.')
    return { tenantId, id }
  })

/** Whose session the browser's cookies name: a person's id, `ended`, or null when they name none. */
export const personIn = (cookies: string): string | null => cookieIn(cookies, personCookie)
