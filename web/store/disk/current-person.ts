// For code that runs without an open store and must not act for anyone else.
import { departingPeopleIn } from './read-person-cookie.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { rememberedIdentity } from './identity.ts'

export interface ReadCookies {
  readonly person: string | null
  readonly leaving: string | null
}

export interface CurrentPersonDeps {
  readonly idb: Idb
  readonly cookies: () => Promise<ReadCookies | undefined>
  readonly databasePrefix?: string | undefined
}

/** Null if uncertain. Without a session cookie the remembered person counts, as in pages. */
export async function currentPerson({ idb, cookies, databasePrefix }: CurrentPersonDeps): Promise<Identity | null> {
  const found = await cookies()
  if (!found) return null
  const remembered = await rememberedIdentity(idb, databasePrefix)
  if (!remembered || (found.person !== null && found.person !== remembered.id)) return null
  return departingPeopleIn(found.leaving).some(({ id }) => id === remembered.id) ? null : remembered
}
