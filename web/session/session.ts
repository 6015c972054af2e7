// A known device opens immediately with the remembered identity, unless the cookie names someone else. The server's
// response decides afterwards.
import { endedPerson } from '#schema/sync/protocol.ts'
import type { Identity, Store, SyncStatus } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { createFormerPeople } from './former-people.ts'
import { createLease } from './lease.ts'
import type { Session, SessionDeps, SessionState } from './session-contract.ts'
import { createCurrentSession } from './current-session.ts'
import { isSameIdentity } from './same-identity.ts'

const isPaused = ({ connection }: SyncStatus): boolean => connection === 'signed-out' || connection === 'other-person'

export function createSession(deps: SessionDeps): Session {
  const { fetchSession, cookie, remembered, saveDrafts, showFirstPage } = deps
  const { hasSignedOut, wipeSignedOut, endOwnSession, evictAllBut, replacePerson } = createFormerPeople(deps)
  const lease = createLease(deps)
  let state: SessionState = { kind: 'loading' }
  const listeners = new Set<() => void>()
  const setState = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  const currentSession = createCurrentSession(fetchSession, cookie)
  let closing: Promise<void> = Promise.resolve()

  /** No sign-in starts during a sign-out. */
  let queue: Promise<void> = Promise.resolve()
  const enqueue = (run: () => Promise<void>): Promise<void> => (queue = queue.then(run, run))

  /** Waits until their stores have closed before wiping anyone. */
  async function wipeDeparted(): Promise<void> {
    await closing
    await wipeSignedOut()
  }

  async function openFor(identity: Identity, isRemembered = false): Promise<void> {
    try {
      if (hasSignedOut(identity)) {
        await wipeDeparted()
        // Another tab may still hold data: it is wiped as soon as that tab closes, before anything opens.
        if (cookie.read() !== endedPerson) cookie.removeDeparting(identity)
      }
      if (!isRemembered) {
        await replacePerson(identity)
        await lease.renew(identity)
      }
      const store = await openUnlessOver(identity)
      setState(store ? { kind: 'signed-in', store } : { kind: 'loading' })
      // Someone may have signed in or out while the store opened.
      if (!store || clearScreen()) return void enqueue(compareCookie)
      // After a whole sign-out it is repeated, because databases may have been created since. A failing disk proves none.
      if (!isRemembered || (await remembered().catch(() => identity)) !== null) return
      cookie.addDeparting(identity)
      if (clearScreen()) void enqueue(compareCookie)
    } catch (problem) {
      setState({ kind: 'failed', problem })
    }
  }

  async function openUnlessOver(identity: Identity): Promise<Store | undefined> {
    try {
      return await deps.open(identity)
    } catch (problem) {
      if (isCookieOfOther(identity) || cookie.read() === endedPerson || hasSignedOut(identity)) return undefined
      throw problem
    }
  }

  const isCookieOfOther = (identity: Identity): boolean => {
    const cookiePerson = cookie.read()
    return cookiePerson !== null && cookiePerson !== endedPerson && cookiePerson !== identity.id
  }

  /** Clears the screen before anything asynchronous. For a sign-out `keep` stays empty, so nothing more is written. */
  function closeStore(next: SessionState, save: (store: Store) => Promise<void> = async () => {}): Promise<void> {
    if (state.kind === 'signed-in') {
      const { store } = state
      const saved = save(store)
      closing = saved.then(
        () => store.close(),
        () => store.close(),
      )
    }
    setState(next)
    return closing
  }

  async function confirmPerson(): Promise<void> {
    const result = await currentSession.check()
    if (result.kind !== 'user' || state.kind !== 'signed-in') return
    const { store } = state
    if (result.identity.id !== store.identity.id) {
      hideForOther()
      return identifyOther()
    }
    void lease.renew(result.identity)
    if (isPaused(store.status)) store.resume()
    if (isSameIdentity(store.identity, result.identity) && !store.isClosed) return
    await closeStore({ kind: 'loading' }, saveDrafts)
    await openFor(result.identity)
  }

  function hideForOther(): void {
    if (state.kind !== 'signed-in') return
    const { identity: previous, status } = state.store
    const waiting = unsentIn(status)
    void closeStore({ kind: 'other-person', previous, waiting, current: null }, saveDrafts)
  }

  /** Synchronous, outside the queue: removes from the screen what the cookies forbid. */
  function clearScreen(): boolean {
    if (state.kind !== 'signed-in') return false
    const { identity } = state.store
    if (isCookieOfOther(identity)) hideForOther()
    else if (hasSignedOut(identity)) void closeStore({ kind: 'loading' })
    else if (cookie.read() === endedPerson) void closeStore({ kind: 'loading' }, saveDrafts)
    else return false
    currentSession.stop()
    return true
  }

  /** Nothing opens until the server responds. */
  async function identifyOther(): Promise<void> {
    if (state.kind !== 'other-person') return
    await closing
    const { previous, waiting } = state
    const result = await currentSession.check()
    if (result.kind === 'signed-out') return showSignedOut()
    if (result.kind === 'unreachable') return checkLater()
    if (result.identity.id === previous.id) return openFor(result.identity)
    if (cookie.read() !== previous.id) await evictAllBut(result.identity, previous, await remembered())
    setState({ kind: 'other-person', previous, waiting, current: result.identity })
  }

  let isCheckScheduled = false

  /** Retries later, because the server was unreachable. */
  function checkLater(): void {
    if (isCheckScheduled) return
    isCheckScheduled = true
    deps.retryLater(() => {
      isCheckScheduled = false
      void enqueue(compareCookie)
    })
  }

  /** The lease has expired, so only a server response opens the store. */
  async function unlock(identity: Identity): Promise<void> {
    await closing
    const result = await currentSession.check()
    if (result.kind === 'user' && result.identity.id === identity.id) return openFor(result.identity)
    if (result.kind === 'user') {
      setState({ kind: 'other-person', previous: identity, waiting: 0, current: null })
      return identifyOther()
    }
    setState({ kind: 'locked', identity, isSignedOut: result.kind === 'signed-out' })
    if (result.kind === 'unreachable') checkLater()
  }

  function showSignedOut(): void {
    setState({ kind: 'signed-out' })
    showFirstPage()
  }

  /** The request ends the session on the server; until then the cookie prevents anyone from resuming it. */
  async function endSession(): Promise<void> {
    if (cookie.read() !== endedPerson) return
    const result = await fetchSession()
    // Someone may have signed in during the request.
    if (cookie.read() !== endedPerson) return
    if (result.kind !== 'signed-out') return checkLater()
    cookie.forget()
    await wipeAllDeparted()
  }

  /** A busy or failing device, or a window that still holds files, finishes later. */
  async function wipeAllDeparted(): Promise<void> {
    try {
      await wipeDeparted()
    } finally {
      if (cookie.departing().length > 0 && cookie.read() !== endedPerson)
        deps.retryLater(() => void enqueue(wipeAllDeparted).catch(() => {}))
    }
  }

  async function finishSignOut(): Promise<void> {
    void closeStore({ kind: 'loading' })
    try {
      await endOwnSession()
      await wipeDeparted()
    } finally {
      if (!deps.reload()) showSignedOut()
    }
    await endSession()
  }

  async function start(): Promise<void> {
    await endOwnSession()
    // A failed wipe is retried later and must not block others.
    await wipeAllDeparted().catch(() => {})
    const known = await remembered()
    const cookiePerson = cookie.read()
    if (cookiePerson === endedPerson) {
      showSignedOut()
      return endSession()
    }
    if (known && (cookiePerson === null || cookiePerson === known.id)) {
      if (await lease.isOver(known)) return unlock(known)
      await openFor(known, true)
      return void enqueue(confirmPerson)
    }
    const result = await currentSession.check()
    if (result.kind === 'user') return openFor(result.identity)
    if (result.kind === 'unreachable') checkLater()
    if (known && result.kind === 'unreachable')
      return setState({ kind: 'other-person', previous: known, waiting: 0, current: null })
    setState({ kind: 'signed-out' })
  }

  async function compareCookie(): Promise<void> {
    const cookiePerson = cookie.read()
    if (state.kind === 'signed-out') {
      if (cookiePerson === endedPerson) return endSession()
      return cookiePerson === null ? undefined : start()
    }
    if (cookiePerson === endedPerson) return finishSignOut()
    if (state.kind === 'loading') {
      showSignedOut()
      return start()
    }
    if (state.kind === 'other-person') {
      if (cookiePerson === state.previous.id) return openFor(state.previous)
      // The cookie no longer names the person who was signed in.
      if (cookiePerson === null) setState({ ...state, current: null })
      return cookiePerson === state.current?.id ? undefined : identifyOther()
    }
    const found = state
    if (found.kind !== 'signed-in' && found.kind !== 'locked') return
    const { identity } = found.kind === 'locked' ? found : found.store
    if (hasSignedOut(identity) || (await remembered()) === null) return finishSignOut()
    // What closed the store meanwhile compares the cookie again.
    if (state !== found) return
    if (found.kind === 'locked') return unlock(identity)
    const { store } = found
    if (isPaused(store.status)) return confirmPerson()
    if (store.status.connection === 'online') return lease.renew(identity)
    // Someone may sign out in the meantime.
    if (!(await lease.isOver(identity)) || store.isClosed) return
    void closeStore({ kind: 'locked', identity, isSignedOut: false }, saveDrafts)
    return unlock(identity)
  }

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sealed: deps.sealed,
    locksAt: lease.endsAt,
    start: () => enqueue(start),
    check() {
      clearScreen()
      return enqueue(compareCookie)
    },
    refresh: () => enqueue(confirmPerson),
    continueAsOther: () =>
      enqueue(async () => {
        if (state.kind !== 'other-person' || !state.current) return
        const { current } = state
        if (cookie.read() !== current.id) return identifyOther()
        setState({ kind: 'loading' })
        showFirstPage()
        await openFor(current)
      }),
    async signOut() {
      if (state.kind !== 'signed-in') return
      const { identity } = state.store
      cookie.addDeparting(identity)
      // This sign-out must not end a newer session of someone else.
      if (cookie.read() === identity.id) cookie.end()
      void closeStore({ kind: 'loading' })
      currentSession.stop()
      await enqueue(finishSignOut)
    },
  }
}
