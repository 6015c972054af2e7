// A 401 to something the person just did leads to the sign-in page immediately. Any other 401 shows the banner.
import type { Connection, Store, Unsubscribe } from '#web/store/base/contract.ts'

interface SignOutDeps {
  readonly now: () => number
  readonly onUnauthorizedAction: () => void
  /** False while there is unsaved text. */
  readonly mayLeave: () => boolean
}

/** Without a connection or session, an action does not wait for a response. */
const noResponseExpected: readonly Connection[] = ['offline', 'signed-out']
/** For this long after a write, a 401 counts as its response. */
const responseWindowMs = 10_000

export function watchSignOut(store: Store, { now, onUnauthorizedAction, mayLeave }: SignOutDeps): Unsubscribe {
  let { connection, waiting } = store.status
  let lastActionAt = -Infinity
  return store.subscribeStatus(() => {
    const status = store.status
    if (status.waiting > waiting && !noResponseExpected.includes(connection)) lastActionAt = now()
    const isNewlySignedOut = status.connection === 'signed-out' && connection !== 'signed-out'
    ;({ connection, waiting } = status)
    if (isNewlySignedOut && !status.withdrawn && now() - lastActionAt < responseWindowMs && mayLeave())
      onUnauthorizedAction()
  })
}
