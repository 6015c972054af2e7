// Who works here, and with which store. A device that was signed in once opens at once with the identity it remembers;
// the server is asked meanwhile, and only what the server itself says changes it.
import type { Identity, Store, Unsubscribe } from '#web/store/contract.ts'
import type { AskWho } from './who.ts'

export type SessionState =
  | { readonly kind: 'loading' }
  /** `reachable`: the server said so itself; otherwise nobody has been signed in on this device yet. */
  | { readonly kind: 'signed-out'; readonly reachable: boolean }
  | { readonly kind: 'signed-in'; readonly store: Store }
  | { readonly kind: 'failed'; readonly problem: unknown }

export interface SessionDeps {
  readonly askWho: AskWho
  readonly remembered: () => Promise<Identity | null>
  readonly remember: (identity: Identity) => Promise<void>
  /** `onUser` is told whom the server knows, whenever the store finds out. */
  readonly open: (identity: Identity, onUser: (identity: Identity) => void) => Promise<Store>
  /** Deletes everything of the person from this device. */
  readonly wipe: (identity: Identity) => Promise<void>
  readonly navigate: (path: string) => void
}

export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): Unsubscribe
  start(): Promise<void>
  /**
   * After the page was away: another window may have logged out, and a signed-out store resumes when its person has
   * signed in again elsewhere.
   */
  look(): Promise<void>
  logout(): Promise<void>
}

const isSame = (a: Identity, b: Identity): boolean =>
  a.id === b.id &&
  a.role === b.role &&
  a.tenantId === b.tenantId &&
  a.email === b.email &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName &&
  a.tenantName === b.tenantName

export function createSession({ askWho, remembered, remember, open, wipe, navigate }: SessionDeps): Session {
  let state: SessionState = { kind: 'loading' }
  const listeners = new Set<() => void>()
  const become = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  async function enter(identity: Identity): Promise<void> {
    const before = state.kind === 'signed-in' ? state.store : null
    if (before) become({ kind: 'loading' })
    await before?.close()
    try {
      become({ kind: 'signed-in', store: await open(identity, heardOf) })
    } catch (problem) {
      become({ kind: 'failed', problem })
    }
  }

  let entering: Promise<void> = Promise.resolve()

  /** The server knows somebody else, or the same person with another role or name. */
  function heardOf(identity: Identity): void {
    entering = entering.then(async () => {
      if (state.kind === 'signed-in' && isSame(state.store.identity, identity)) return
      await remember(identity)
      await enter(identity)
    })
  }

  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      const known = await remembered()
      if (known) return enter(known)
      const who = await askWho()
      if (who.kind !== 'user') return become({ kind: 'signed-out', reachable: who.kind === 'nobody' })
      await remember(who.identity)
      return enter(who.identity)
    },
    async look() {
      if (state.kind !== 'signed-in') return
      const { store } = state
      if ((await remembered()) === null) return navigate('/')
      if (store.status.connection !== 'signed-out') return
      const who = await askWho()
      if (who.kind !== 'user') return
      if (who.identity.id === store.identity.id) store.resume()
      heardOf(who.identity)
    },
    async logout() {
      if (state.kind !== 'signed-in') return
      const { store } = state
      become({ kind: 'loading' })
      await store.close()
      await wipe(store.identity)
      navigate('/api/logout')
    },
  }
}
