// What a session needs of the world, in memory; a test says what differs.
import type { Identity, Store } from '#web/store/contract.ts'
import type { SessionDeps } from '#web/session/session.ts'

export const sessionDeps = (store: Store, more: Partial<SessionDeps> = {}): SessionDeps => ({
  askWho: async () => ({ kind: 'user', identity: store.identity }),
  cookie: { read: () => store.identity.id, end: () => {}, forget: () => {} },
  remembered: async () => store.identity,
  remember: async () => {},
  open: async () => store,
  wipe: async () => {},
  seal: async () => {},
  sealed: async () => [],
  keepDrafts: async () => {},
  showFirstPage: () => {},
  later: () => {},
  ...more,
})

/** A browser's readable cookie. */
export function fakeCookie(person: Identity | 'ended' | null) {
  const cookie = {
    value: typeof person === 'object' ? (person?.id ?? null) : person,
    read: () => cookie.value,
    end: () => void (cookie.value = 'ended'),
    forget: () => void (cookie.value = null),
  }
  return cookie
}
