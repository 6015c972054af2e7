// The composition root of the page: the browser's own fetch, locks, clock and database go into the session and its
// store. The store is a chunk of its own, so that the first picture does not wait for it.
import { v7 as newId } from 'uuid'
import { outboxSyncTag } from '#schema/worker-messages.ts'
import type { Identity } from '#web/store/contract.ts'
import type { StoreDeps } from '#web/store/deps.ts'
import { createOwnFetch } from '#web/session/own-fetch.ts'
import { createSession, type Session } from '#web/session/session.ts'
import { createAskWho } from '#web/session/who.ts'
import { today } from '#web/ui/date-format.ts'

const idb = { indexedDB, IDBKeyRange }
const askWho = createAskWho((path, init) => fetch(path, init))
const bringStore = () => import('./store-chunk.ts')

interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Where the browser has it: it sends what waits even after this page is gone. */
function registerBackgroundSync(): void {
  if (!navigator.serviceWorker?.controller) return
  const ignore = () => {} // A browser may refuse; the page itself sends as long as it is open.
  void navigator.serviceWorker.ready
    .then((registration) => (registration as WithSync).sync?.register(outboxSyncTag))
    .catch(ignore)
}

const openChannel = (name: string) => new BroadcastChannel(name)
const timers = {
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
}
const wipeDeps = { idb, locks: navigator.locks, timers, openChannel }

const pageDeps = (identity: Identity, onUser: (identity: Identity) => void, onRevoked: () => void): StoreDeps => ({
  identity,
  fetch: createOwnFetch(identity, { fetch: (path, init) => fetch(path, init), askWho, onUser }),
  locks: navigator.locks,
  idb,
  timers,
  now: Date.now,
  monotonic: () => performance.now(),
  random: Math.random,
  newId,
  today,
  openChannel,
  openHints: (path) => new EventSource(path),
  registerBackgroundSync,
  onRevoked,
})

export function pageSession(): Session {
  const session: Session = createSession({
    askWho,
    remembered: async () => (await bringStore()).rememberedIdentity(idb),
    remember: async (identity) => (await bringStore()).rememberIdentity(idb, identity),
    open: async (identity, onUser) =>
      (await bringStore()).openStore(pageDeps(identity, onUser, () => void session.logout())),
    wipe: async (identity) => void (await (await bringStore()).wipe(wipeDeps, identity)),
    navigate: (path) => location.assign(path),
  })
  return session
}
