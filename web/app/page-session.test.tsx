// The browser's own database, cookies and locks; only the network is simulated.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endedPerson, personCookie, protocolHeader, userPath } from '#schema/sync/protocol.ts'
import { sharePath } from '#schema/app/shared-files.ts'
import { outboxSyncTag } from '#schema/app/worker-messages.ts'
import type { Session, SessionState } from '#web/session/session-contract.ts'
import { Server } from '#web/store/test/server.ts'
import { someone } from '#web/test/test-store.ts'
import { fakeOf } from '#web/test/fake-of.ts'
import { storeLaunchedFiles, pageSession, watchSession } from './page-session.ts'
import { router } from './router.ts'

type SignedIn = Extract<SessionState, { kind: 'signed-in' }>

const cookie = (value: string | null) => {
  document.cookie = `${personCookie}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : 60}`
}
const kindOf = (session: Session) => session.state.kind
const storeOf = (session: Session) => (session.state as SignedIn).store
const databaseNames = async () =>
  (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.includes('holdfast'))

/** Closed at the end of the test: an open window would sign the next test's person in. */
function openWindow(load?: Parameters<typeof pageSession>[0]): Session {
  const session = pageSession(load)
  const unwatch = watchSession(session)
  onTestFinished(async () => {
    unwatch()
    await session.check()
    if (session.state.kind === 'signed-in') await session.state.store.close()
  })
  return session
}

const stubNavigation = () => vi.spyOn(router.history, 'replace').mockImplementation(() => {})

function stubNetwork() {
  const server = new Server()
  server.signedIn = someone.id
  const sessionState = { isReachable: true, isSignedIn: true }
  const requests: string[] = []
  const respond = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { [protocolHeader]: '1' } })
  const originalFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (to: string, init: RequestInit = {}) => {
    const path = new URL(to, location.href).pathname
    if (!path.startsWith('/api/')) return originalFetch(to, init)
    requests.push(path)
    if (!sessionState.isReachable) throw new TypeError('Failed to fetch')
    if (path !== userPath) return server.fetch(to, init)
    return sessionState.isSignedIn ? respond(200, someone) : respond(401, { code: 'UNAUTHORIZED' })
  })
  const streams: string[] = []
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor(path: string) {
        super()
        streams.push(path)
      }
      close() {}
    },
  )
  return { server, sessionState, requests: requests, streams }
}

beforeEach(() => {
  cookie(null)
  onTestFinished(() => {
    cookie(null)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

test('a person stays signed in on the next offline visit, and signing out deletes their data', async () => {
  const { server, sessionState, streams } = stubNetwork()
  const session = openWindow()
  cookie(someone.id)
  expect(kindOf(session)).toBe('loading')
  await session.start()
  expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: { email: someone.email } } })
  const { id } = (await storeOf(session).create('referrals', { name: 'Omar' })) as { id: string }
  await expect.poll(() => server.row('referrals', id)).toMatchObject({ name: 'Omar' })
  await expect.poll(() => storeOf(session).status).toMatchObject({ waiting: 0, hasAllRows: true })
  await expect.poll(() => streams.length).toBeGreaterThan(0)
  await storeOf(session).close()

  sessionState.isReachable = false
  const nextWindow = openWindow()
  await nextWindow.start()
  expect(storeOf(nextWindow).table('referrals').get(id)).toMatchObject({ name: 'Omar' })
  await storeOf(nextWindow).create('referrals', { name: 'Elif' })
  expect(storeOf(nextWindow).status.waiting).toBe(1)

  sessionState.isReachable = true
  sessionState.isSignedIn = false
  const visited = stubNavigation()
  await nextWindow.signOut()
  await expect.poll(() => kindOf(nextWindow)).toBe('signed-out')
  await expect.poll(databaseNames).toEqual([])
  expect(visited).toHaveBeenCalledWith('/')
  expect(document.cookie).not.toContain(someone.id)
})

test('a sign-out in another window is noticed by the cookie', async () => {
  const { sessionState } = stubNetwork()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  await expect.poll(() => storeOf(session).status).toMatchObject({ hasAllRows: true, syncing: false })
  sessionState.isSignedIn = false
  cookie('ended')
  await expect.poll(() => kindOf(session)).toBe('signed-out')
})

test('HELD3 HELD7 a revoked device hands in its changes, is wiped and reports a file whose record is not permitted', async () => {
  const { server, sessionState } = stubNetwork()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  const store = storeOf(session)
  await expect.poll(() => store.status).toMatchObject({ hasAllRows: true, syncing: false })
  sessionState.isReachable = false
  const created = await store.create('referrals', { name: 'Omar' })
  expect(await storeLaunchedFiles([new File(['x'], 'Notes.txt')])).toBe('stored')
  await expect.poll(() => store.status).toMatchObject({ connection: 'offline', waiting: 1, syncing: false })
  server.isRevoked = true
  sessionState.isSignedIn = false
  sessionState.isReachable = true
  const visited = stubNavigation()
  store.networkChanged()
  await expect.poll(() => kindOf(session)).toBe('signed-out')
  await expect.poll(databaseNames).toEqual([])
  expect([...new Set(visited.mock.calls.flat())]).toEqual(['/share?not=withdrawn'])
  const handedIn = server.requests(/changes$/).flatMap(({ body }) => body!.changes.map(({ id }) => id))
  expect(handedIn).toContain(created.ok && created.changeId)
  expect(server.rows.size).toBe(0)
})

test('an ended session shows the landing page, unless a missing file is being explained', async () => {
  stubNetwork()
  const visited = stubNavigation()
  const at = vi.spyOn(router, 'state', 'get')
  const setLocation = (pathname: string, search: object) =>
    at.mockReturnValue(fakeOf({ location: { pathname, search } }))
  cookie(endedPerson)
  setLocation(sharePath, { not: 'nobody' })
  await openWindow().start()
  expect(visited).not.toHaveBeenCalled()
  cookie(endedPerson)
  setLocation('/projects', {})
  await openWindow().start()
  expect(visited).toHaveBeenCalledExactlyOnceWith('/')
})

test.each([
  ['/', '/projects', {}],
  ['/share?not=nobody', sharePath, { not: 'nobody' }],
])(
  'WHO7 a sign-out loads a new page, %s, because the current one may still have files in memory',
  async (to, pathname, search) => {
    const { sessionState } = stubNetwork()
    const location = { pathname, search, href: to }
    vi.spyOn(router, 'state', 'get').mockReturnValue(fakeOf({ location }))
    const visited = stubNavigation()
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker)
    const loaded = new Set<string>()
    const session = openWindow((address) => void loaded.add(address))
    cookie(someone.id)
    await session.start()
    sessionState.isReachable = false
    await session.signOut()
    expect([[...loaded], kindOf(session)]).toEqual([[to], 'loading'])
    expect(await databaseNames()).toEqual([])
    expect(visited).not.toHaveBeenCalled()
  },
)

test('saving registers background sync while a worker controls the page; a refusal has no effect', async () => {
  const { sessionState } = stubNetwork()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  sessionState.isReachable = false
  const register = vi.fn<(tag: string) => Promise<void>>().mockRejectedValue(new Error('not allowed'))
  const worker = navigator.serviceWorker
  const [controlled, ready] = [vi.spyOn(worker, 'controller', 'get'), vi.spyOn(worker, 'ready', 'get')]
  ready.mockResolvedValue(fakeOf({ sync: { register } }))
  controlled.mockReturnValue(null)
  expect(await storeOf(session).create('referrals', { name: 'Omar' })).toMatchObject({ ok: true })
  expect(ready).not.toHaveBeenCalled()
  controlled.mockReturnValue({} as ServiceWorker)
  expect(await storeOf(session).create('referrals', { name: 'Elif' })).toMatchObject({ ok: true })
  await expect.poll(() => register.mock.calls).toEqual([[outboxSyncTag]])
  await storeOf(session).close()
})
