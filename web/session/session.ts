// A known device opens at once with the remembered identity, unless the cookie names someone else. The server's
// response decides afterwards.
import { endedPerson, firmCurrencyOf, growthOf } from '#schema/sync/protocol.ts'
import type { Identity, Store, SyncStatus } from '#web/store/base/contract.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { createFormerPeople } from './former-people.ts'
import { createLease } from './lease.ts'
import type { Session, SessionDeps, SessionState } from './session-contract.ts'
import { createWhoIsIn } from './current-session.ts'

const isSame = (a: Identity, b: Identity): boolean =>
  a.id === b.id &&
  a.role === b.role &&
  a.tenantId === b.tenantId &&
  a.email === b.email &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  (a.preferredLanguage ?? null) === (b.preferredLanguage ?? null) &&
  a.tenantName === b.tenantName &&
  (a.leaseDays ?? 0) === (b.leaseDays ?? 0) &&
  firmCurrencyOf(a) === firmCurrencyOf(b) &&
  growthOf(a) === growthOf(b)

const isPaused = ({ connection }: SyncStatus): boolean => connection === 'signed-out' || connection === 'other-person'

export function createSession(deps: SessionDeps): Session {
  const { askSession, cookie, remembered, saveDrafts, showFirstPage } = deps
  const { isLeaving, wipeLeaving, endOwn, sealAllBut, takePlace } = createFormerPeople(deps)
  const lease = createLease(deps)
  let state: SessionState = { kind: 'loading' }
  const listeners = new Set<() => void>()
  const become = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  const whoIsIn = createWhoIsIn(askSession, cookie)
  let closing: Promise<void> = Promise.resolve()

  /** Runs steps one after the other: no sign-in starts during a sign-out. */
  let underWay: Promise<void> = Promise.resolve()
  const then = (run: () => Promise<void>): Promise<void> => (underWay = underWay.then(run, run))

  /** Waits until their stores have closed before wiping anyone. */
  async function clearOut(): Promise<void> {
    await closing
    await wipeLeaving()
  }

  async function enter(identity: Identity, isRemembered = false): Promise<void> {
    try {
      if (isLeaving(identity)) {
        await clearOut()
        // Another tab may still hold data: it is wiped as soon as that tab closes, before anything opens.
        if (cookie.read() !== endedPerson) cookie.left(identity)
      }
      if (!isRemembered) {
        await takePlace(identity)
        await lease.renew(identity)
      }
      become({ kind: 'signed-in', store: await deps.open(identity) })
      // Someone may have signed in or out while the store opened.
      if (clear()) void then(compare)
    } catch (problem) {
      become({ kind: 'failed', problem })
    }
  }

  const namesOther = (identity: Identity): boolean => {
    const cookiePerson = cookie.read()
    return cookiePerson !== null && cookiePerson !== endedPerson && cookiePerson !== identity.id
  }

  /** Clears the screen before anything asynchronous. For a logout `keep` stays empty, so nothing more is written. */
  function closeStore(next: SessionState, keep: (store: Store) => Promise<void> = async () => {}): Promise<void> {
    if (state.kind === 'signed-in') {
      const { store } = state
      const kept = keep(store)
      closing = kept.then(
        () => store.close(),
        () => store.close(),
      )
    }
    become(next)
    return closing
  }

  async function confirm(): Promise<void> {
    const who = await whoIsIn.ask()
    if (who.kind !== 'user' || state.kind !== 'signed-in') return
    const { store } = state
    if (who.identity.id !== store.identity.id) {
      stepAside()
      return learnWhoElse()
    }
    void lease.renew(who.identity)
    if (isPaused(store.status)) store.resume()
    if (isSame(store.identity, who.identity) && !store.isClosed) return
    await closeStore({ kind: 'loading' }, saveDrafts)
    await enter(who.identity)
  }

  /** Someone else is signed in: stops showing and sending this person's data. */
  function stepAside(): void {
    if (state.kind !== 'signed-in') return
    const { identity: was, status } = state.store
    const waiting = unsentIn(status)
    void closeStore({ kind: 'other-person', was, waiting, now: null }, saveDrafts)
  }

  /** Synchronous, outside the queue: removes from the screen what the cookies forbid. */
  function clear(): boolean {
    if (state.kind !== 'signed-in') return false
    const { identity } = state.store
    if (namesOther(identity)) stepAside()
    else if (isLeaving(identity)) void closeStore({ kind: 'loading' })
    else if (cookie.read() === endedPerson) void closeStore({ kind: 'loading' }, saveDrafts)
    else return false
    whoIsIn.stop()
    return true
  }

  /** Nothing opens until the server responds. */
  async function learnWhoElse(): Promise<void> {
    if (state.kind !== 'other-person') return
    await closing
    const { was, waiting } = state
    const who = await whoIsIn.ask()
    if (who.kind === 'nobody') return leave()
    if (who.kind === 'unreachable') return lookAgain()
    if (who.identity.id === was.id) return enter(who.identity)
    if (cookie.read() !== was.id) await sealAllBut(who.identity, was, await remembered())
    become({ kind: 'other-person', was, waiting, now: who.identity })
  }

  let isLookingAgain = false

  /** Retries later, because the server was unreachable. */
  function lookAgain(): void {
    if (isLookingAgain) return
    isLookingAgain = true
    deps.later(() => {
      isLookingAgain = false
      void then(compare)
    })
  }

  /** The lease has expired, so only a server response opens the store. */
  async function unlock(identity: Identity): Promise<void> {
    await closing
    const who = await whoIsIn.ask()
    if (who.kind === 'user' && who.identity.id === identity.id) return enter(who.identity)
    if (who.kind === 'user') {
      become({ kind: 'other-person', was: identity, waiting: 0, now: null })
      return learnWhoElse()
    }
    become({ kind: 'locked', identity, isOut: who.kind === 'nobody' })
    if (who.kind === 'unreachable') lookAgain()
  }

  function leave(): void {
    become({ kind: 'signed-out' })
    showFirstPage()
  }

  /** The request ends the session on the server; until then the cookie prevents anyone from resuming it. */
  async function endSession(): Promise<void> {
    if (cookie.read() !== endedPerson) return
    const who = await askSession()
    // Someone may have signed in during the request.
    if (cookie.read() !== endedPerson) return
    if (who.kind !== 'nobody') return lookAgain()
    cookie.forget()
    await clearOutAll()
  }

  /** A busy or failing device, or a window that still holds files, finishes later. */
  async function clearOutAll(): Promise<void> {
    try {
      await clearOut()
    } finally {
      if (cookie.leaving().length > 0 && cookie.read() !== endedPerson)
        deps.later(() => void then(clearOutAll).catch(() => {}))
    }
  }

  async function letGo(): Promise<void> {
    void closeStore({ kind: 'loading' })
    try {
      await endOwn()
      await clearOut()
    } finally {
      if (!deps.beginAnew()) leave()
    }
    await endSession()
  }

  async function start(): Promise<void> {
    await endOwn()
    // A failed wipe is retried later and must not block others.
    await clearOutAll().catch(() => {})
    const known = await remembered()
    const cookiePerson = cookie.read()
    if (cookiePerson === endedPerson) {
      leave()
      return endSession()
    }
    if (known && (cookiePerson === null || cookiePerson === known.id)) {
      if (await lease.isOver(known)) return unlock(known)
      await enter(known, true)
      return void then(confirm)
    }
    const who = await whoIsIn.ask()
    if (who.kind === 'user') return enter(who.identity)
    if (who.kind === 'unreachable') lookAgain()
    if (known && who.kind === 'unreachable') return become({ kind: 'other-person', was: known, waiting: 0, now: null })
    become({ kind: 'signed-out' })
  }

  async function compare(): Promise<void> {
    const cookiePerson = cookie.read()
    if (state.kind === 'signed-out') {
      if (cookiePerson === endedPerson) return endSession()
      return cookiePerson === null ? undefined : start()
    }
    if (cookiePerson === endedPerson) return letGo()
    if (state.kind === 'loading') {
      leave()
      return start()
    }
    if (state.kind === 'other-person') {
      if (cookiePerson === state.was.id) return enter(state.was)
      // The cookie no longer names the person who was signed in.
      if (cookiePerson === null) become({ ...state, now: null })
      return cookiePerson === state.now?.id ? undefined : learnWhoElse()
    }
    if (state.kind !== 'signed-in' && state.kind !== 'locked') return
    const { identity } = state.kind === 'locked' ? state : state.store
    if (isLeaving(identity) || (await remembered()) === null) return letGo()
    if (state.kind === 'locked') return unlock(identity)
    const { store } = state
    if (isPaused(store.status)) return confirm()
    if (store.status.connection === 'online') return lease.renew(identity)
    // Someone may log out in the meantime.
    if (!(await lease.isOver(identity)) || store.isClosed) return
    void closeStore({ kind: 'locked', identity, isOut: false }, saveDrafts)
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
    lockedAt: lease.endsAt,
    start: () => then(start),
    check() {
      clear()
      return then(compare)
    },
    refresh: () => then(confirm),
    continueAsOther: () =>
      then(async () => {
        if (state.kind !== 'other-person' || !state.now) return
        const { now } = state
        if (cookie.read() !== now.id) return learnWhoElse()
        become({ kind: 'loading' })
        showFirstPage()
        await enter(now)
      }),
    async logout() {
      if (state.kind !== 'signed-in') return
      const { identity } = state.store
      cookie.leave(identity)
      // This logout must not end a newer session of someone else.
      if (cookie.read() === identity.id) cookie.end()
      void closeStore({ kind: 'loading' })
      whoIsIn.stop()
      await then(letGo)
    },
  }
}
