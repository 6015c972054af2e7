// The fetch of one person's store. Before its first request, and after every 401, it makes sure that the session cookie
// is still this person's: nobody's waiting changes are ever sent in another one's name.
import type { Identity } from '#web/store/contract.ts'
import type { Fetch } from '#web/store/deps.ts'
import type { AskWho } from './who.ts'

interface OwnFetchDeps {
  readonly fetch: Fetch
  readonly askWho: AskWho
  /** The server knows the person: themselves, perhaps with another role, or somebody else. */
  readonly onUser: (identity: Identity) => void
}

export function createOwnFetch(owner: Identity, { fetch, askWho, onUser }: OwnFetchDeps): Fetch {
  let isSure = false
  return async (path, init) => {
    if (!isSure) {
      const who = await askWho()
      if (who.kind === 'unreachable') throw new TypeError('The server cannot be reached')
      if (who.kind === 'nobody') return new Response(null, { status: 401 })
      onUser(who.identity)
      if (who.identity.id !== owner.id) throw new TypeError('Somebody else is signed in')
      isSure = true
    }
    const response = await fetch(path, init)
    if (response.status === 401) isSure = false
    return response
  }
}
