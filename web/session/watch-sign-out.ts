// A 401 to something that the person just did online leads to the login at once. For any other 401 the banner appears,
// and the person decides when to sign in. A device whose access was taken away stays where it is until everything is
// handed in.
import type { Connection, Store, Unsubscribe } from '#web/store/base/contract.ts'

interface SignOutDeps {
  /** In ms, from a clock that only goes forward. */
  readonly now: () => number
  readonly onActedUnauthorized: () => void
  /** False while unsaved words must stay in front of the person. */
  readonly mayLeave: () => boolean
}

/** What is done without a connection, or without a session, does not wait for an answer. */
const noAnswerAwaited: readonly Connection[] = ['offline', 'signed-out']
/** For this long after a write, a 401 counts as an answer to what the person just did. */
const justNow = 10_000

export function watchSignOut(store: Store, { now, onActedUnauthorized, mayLeave }: SignOutDeps): Unsubscribe {
  let { connection, waiting } = store.status
  let acted = -Infinity
  return store.subscribeStatus(() => {
    const status = store.status
    if (status.waiting > waiting && !noAnswerAwaited.includes(connection)) acted = now()
    const isNew = status.connection === 'signed-out' && connection !== 'signed-out'
    ;({ connection, waiting } = status)
    if (isNew && !status.withdrawn && now() - acted < justNow && mayLeave()) onActedUnauthorized()
  })
}
