import { personCookie } from '#schema/app/person-cookie.ts'

export function cookieIn(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((each) => each.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || null
}

export const departingPeopleIn = (value: string | null): { tenantId: string; id: string }[] =>
  (value?.split('~') ?? []).map((each) => {
    const [tenantId = '', id = ''] = each.split('.')
    return { tenantId, id }
  })

export const personIn = (cookies: string): string | null => cookieIn(cookies, personCookie)
