import type { Identity, Store } from '#web/store/base/contract.ts'
import { createPersonCookie } from '#web/session/person-cookie.ts'
import type { SessionDeps } from '#web/session/session-contract.ts'
import { openTestStore } from './test-store.ts'

export const sessionDeps = (store: Pick<Store, 'identity'>, overrides: Partial<SessionDeps> = {}): SessionDeps => ({
  fetchSession: async () => ({ kind: 'user', identity: store.identity }),
  cookie: fakeCookie(store.identity),
  remembered: async () => store.identity,
  remember: async () => {},
  open: (identity) => openTestStore(identity),
  wipe: async () => {},
  evictPerson: async () => {},
  sealed: async () => [],
  saveDrafts: async () => {},
  contact: async () => null,
  saveContact: async () => {},
  now: Date.now,
  showFirstPage: () => {},
  reload: () => false,
  retryLater: () => {},
  ...overrides,
})

export function fakeCookie(person: Identity | 'ended' | null) {
  const stored = new Map<string, string>()
  const page = {
    get cookie() {
      return [...stored].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      if (value) stored.set(name, value)
      else stored.delete(name)
    },
  }
  const cookie = createPersonCookie(page, false)
  const setPerson = (id: string | null) => (id === null ? cookie.forget() : cookie.set(id))
  setPerson(typeof person === 'object' ? (person?.id ?? null) : person)
  return {
    ...cookie,
    get value() {
      return cookie.read()
    },
    set value(id) {
      setPerson(id)
    },
  }
}
