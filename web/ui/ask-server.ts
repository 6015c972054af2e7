import type { Store } from '#web/store/contract.ts'
import { createOwnFetch } from '#web/store/own-fetch.ts'
import { personIn } from '#web/store/person-in.ts'

/** Asks the server online, in the name of this store's person and nobody else. */
export const askServer = ({ identity }: Store, path: string, init: RequestInit): Promise<Response> =>
  createOwnFetch(
    identity.id,
    (to, how) => fetch(to, how),
    () => personIn(document.cookie),
  )(path, init)
