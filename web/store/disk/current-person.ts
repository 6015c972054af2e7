// Who works on this device, for code that acts without an open store: what it keeps or shows is that person's alone.
import { leavingIn } from './read-person-cookie.ts'
import type { Identity } from '#web/store/base/contract.ts'
import type { Idb } from '#web/store/base/deps.ts'
import { rememberedIdentity } from './identity.ts'

/** What the browser's readable cookies say. */
export interface ReadCookies {
  /** Whose session it is: a person's id, `ended`, or null. */
  readonly person: string | null
  /** Who is logging out. */
  readonly leaving: string | null
}

export interface CurrentPersonDeps {
  readonly idb: Idb
  /** Undefined where they cannot be read. */
  readonly cookies: () => Promise<ReadCookies | undefined>
  readonly databasePrefix?: string | undefined
}

/**
 * Null when nobody does, and whenever it is not certain: the session is over or somebody else's, or they are logging
 * out. A session that has no cookie is the remembered person's, as for pages.
 */
export async function currentPerson({ idb, cookies, databasePrefix }: CurrentPersonDeps): Promise<Identity | null> {
  const said = await cookies()
  if (!said) return null
  const known = await rememberedIdentity(idb, databasePrefix)
  if (!known || (said.person !== null && said.person !== known.id)) return null
  return leavingIn(said.leaving).some(({ id }) => id === known.id) ? null : known
}
