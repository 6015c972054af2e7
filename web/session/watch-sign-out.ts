// A 401 to something the person just did while online leads to the login at once. Any other 401 is left to the banner,
// and the person decides when to sign in.
import type { Store, Unsubscribe } from '#web/store/contract.ts'

interface SignOutDeps {
  /** ms of a clock that only goes forward. */
  readonly now: () => number
  readonly onActedUnauthorized: () => void
  /** Words that are not saved yet stay in front of the person. */
  readonly mayLeave: () => boolean
}

/** How long after a write an answer to it still counts as one to something the person just did. */
const justNow = 10_000

export function watchSignOut(store: Store, { now, onActedUnauthorized, mayLeave }: SignOutDeps): Unsubscribe {
  let { connection, waiting } = store.status
  let acted = -Infinity
  return store.subscribeStatus(() => {
    const status = store.status
    if (status.waiting > waiting && connection !== 'signed-out') acted = now()
    const isNew = status.connection === 'signed-out' && connection !== 'signed-out'
    ;({ connection, waiting } = status)
    if (isNew && now() - acted < justNow && mayLeave()) onActedUnauthorized()
  })
}
