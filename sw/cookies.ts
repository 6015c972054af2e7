import { leavingCookie, personCookie } from '#schema/app/person-cookie.ts'
import type { ReadCookies } from '#web/store/disk/current-person.ts'
import { worker } from './worker.ts'

/** Undefined in browsers whose workers cannot read cookies. */
export async function readCookies(): Promise<ReadCookies | undefined> {
  if (!('cookieStore' in worker)) return undefined
  const valueOf = async (name: string) => (await worker.cookieStore.get(name))?.value || null
  return { person: await valueOf(personCookie), leaving: await valueOf(leavingCookie) }
}
