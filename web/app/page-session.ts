// The store is a separate chunk, so the first paint does not wait for it.
import { v7 as newId } from 'uuid'
import { outboxSyncTag } from '#schema/app/worker-messages.ts'
import { addressAfterShare } from '#schema/app/shared-files.ts'
import type { Identity, Unsubscribe } from '#web/store/base/contract.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { requestPersistence, checkPersistence } from '#web/session/storage-persistence.ts'
import { endPushFor } from '#web/session/push-subscription.ts'
import { pageCookie, watchPersonCookie } from '#web/session/page-cookie.ts'
import { openEventStream, pausableFetch } from './start/pause-requests.ts'
import { createSoon } from './start/soon.ts'
import type { Session } from '#web/session/session-contract.ts'
import { createSession } from '#web/session/session.ts'
import { createFetchSession } from '#web/session/fetch-session.ts'
import { router } from './router.ts'
import { unavailableFileIn } from './notices/unavailable-file-in.ts'
import { unsharedReasonIn } from './notices/unshared-reason-in.ts'
import { saveAndClearDrafts } from '#web/ui/form/drafts.ts'
import { today } from '#web/ui/format/dates/date-format.ts'

const idb = { indexedDB, IDBKeyRange }
const fetchSession = createFetchSession(pausableFetch)
/** Including the request, a restored network is noticed within 5 s. */
const retryMs = 4_000
const checkIntervalMs = 3_600_000
const loadStore = () => import('./start/store-chunk.ts')

interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> }
}

let hasRequestedPersistence = false

function requestPersistenceOnce(): void {
  if (!hasRequestedPersistence) void requestPersistence().catch(() => {})
  hasRequestedPersistence = true
}

/** The worker sends waiting changes even after this page has closed. */
function registerBackgroundSync(): void {
  if (!navigator.serviceWorker?.controller) return
  const ignore = () => {} // A browser may refuse; the page itself sends while it is open.
  void navigator.serviceWorker.ready
    .then((registration) => (registration as WithSync).sync?.register(outboxSyncTag))
    .catch(ignore)
}

const openChannel = (name: string) => new BroadcastChannel(name)
const timers = {
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (handle: unknown) => clearTimeout(handle as number),
}
const wipeDeps = { idb, locks: navigator.locks, timers, localStorage, openChannel, newId, now: Date.now }

async function freeSpace(): Promise<number | null> {
  const { quota, usage } = (await (navigator as Partial<Navigator>).storage?.estimate()) ?? {}
  return quota === undefined || usage === undefined ? null : quota - usage
}

const pageDeps = (identity: Identity, session: () => Session, onRevoked: (unrecorded: number) => void): StoreDeps => ({
  identity,
  fetch: pausableFetch,
  signedIn: () => pageCookie.read(),
  onOtherPerson: () => void session().check(),
  locks: navigator.locks,
  idb,
  timers,
  localStorage,
  freeBytes: freeSpace,
  now: Date.now,
  monotonic: () => performance.now(),
  soon: createSoon(),
  random: Math.random,
  newId,
  today,
  openChannel,
  openHints: openEventStream,
  registerBackgroundSync: () => {
    requestPersistenceOnce()
    registerBackgroundSync()
  },
  onRevoked,
})

export const storeLaunchedFiles = async (files: readonly File[]) =>
  (await loadStore()).storeSharedFiles({ idb, newId, cookies: async () => pageCookie.readable() }, files)

const replacePage = (address: string) => location.replace(address)

export function pageSession(load = replacePage): Session {
  let landingPath = '/'
  const onRevoked = (unrecorded: number) => {
    if (unrecorded > 0) landingPath = addressAfterShare('withdrawn')
    void session.signOut()
  }
  // The explanation of a missing file must stay on screen.
  const isExplainingFile = () =>
    unsharedReasonIn(router.state.location) || unavailableFileIn(router.state.location) !== undefined
  const session: Session = createSession({
    fetchSession,
    cookie: pageCookie,
    remembered: async () => (await loadStore()).rememberedIdentity(idb),
    remember: async (identity) => (await loadStore()).rememberIdentity(idb, identity),
    open: async (identity) => {
      landingPath = '/'
      void checkPersistence().catch(() => {})
      const { forgetSealed, openStore } = await loadStore()
      await forgetSealed(idb, identity.id)
      return openStore(pageDeps(identity, () => session, onRevoked))
    },
    wipe: async (person, leave) => {
      await endPushFor(person.id)
      await (await loadStore()).wipe(wipeDeps, person, leave)
    },
    evictPerson: async (identity, isGone) => {
      await endPushFor(identity.id)
      return (await loadStore()).evictPerson(wipeDeps, identity, isGone)
    },
    sealed: async () => (await loadStore()).sealedPeople(idb),
    contact: async () => (await loadStore()).rememberedContact(idb),
    saveContact: async (contact) => (await loadStore()).rememberContact(idb, contact),
    now: Date.now,
    saveDrafts: saveAndClearDrafts,
    retryLater: (run) => setTimeout(run, retryMs),
    showFirstPage: () => {
      if (!isExplainingFile()) router.history.replace(landingPath)
    },
    reload: () => {
      if (!navigator.serviceWorker?.controller) return false
      load(isExplainingFile() ? router.state.location.href : landingPath)
      return true
    },
  })
  return session
}

export function watchSession(session: Session): Unsubscribe {
  const check = () => void session.check()
  const unwatch = watchPersonCookie(check)
  const interval = setInterval(check, checkIntervalMs)
  return () => {
    unwatch()
    clearInterval(interval)
  }
}
