// Uses the page's real composition: the browser's database, cookies and locks. Only the network is simulated.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endedPerson, personCookie, protocolHeader, userPath } from '#schema/sync/protocol.ts'
import { sharePath } from '#schema/app/shared-files.ts'
import { outboxSyncTag } from '#schema/app/worker-messages.ts'
import type { Session, SessionState } from '#web/session/session-contract.ts'
import { Server } from '#web/store/test/server.ts'
import { someone } from '#web/test/test-store.ts'
import { standIn } from '#web/test/stand-in.ts'
import { keepLaunched, pageSession, watchSession } from './page-session.ts'
import { router } from './router.ts'

type SignedIn = Extract<SessionState, { kind: 'signed-in' }>

const cookie = (value: string | null) => {
  document.cookie = `${personCookie}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : 60}`
}
const kindOf = (session: Session) => session.state.kind
const storeOf = (session: Session) => (session.state as SignedIn).store
const own = async () =>
  (await indexedDB.databases()).map(({ name }) => name!).filter((name) => name.includes('holdfast'))

/** Closed at the end of the test: an open window would sign the next test's person in. */
function openWindow(load?: Parameters<typeof pageSession>[0]): Session {
  const session = pageSession(load)
  const unwatch = watchSession(session)
  onTestFinished(async () => {
    unwatch()
    await session.look()
    if (session.state.kind === 'signed-in') await session.state.store.close()
  })
  return session
}

const staysHere = () => vi.spyOn(router.history, 'replace').mockImplementation(() => {})

function network() {
  const server = new Server()
  server.signedIn = someone.id
  const sessionAnswer = { isReachable: true, isSignedIn: true }
  const requests: string[] = []
  const answer = (status: number, body: unknown) =>
    new Response(JSON.stringify(body), { status, headers: { [protocolHeader]: '1' } })
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (to: string, init: RequestInit = {}) => {
    const path = new URL(to, location.href).pathname
    if (!path.startsWith('/api/')) return real(to, init)
    requests.push(path)
    if (!sessionAnswer.isReachable) throw new TypeError('Failed to fetch')
    if (path !== userPath) return server.fetch(to, init)
    return sessionAnswer.isSignedIn ? answer(200, someone) : answer(401, { code: 'UNAUTHORIZED' })
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
  return { server, sessionAnswer, asked: requests, streams }
}

beforeEach(() => {
  cookie(null)
  onTestFinished(() => {
    cookie(null)
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

test('a person works, is found again on the next visit without a network, and leaves nothing behind when they log out', async () => {
  const { server, sessionAnswer, streams } = network()
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

  sessionAnswer.isReachable = false
  const next = openWindow()
  await next.start()
  expect(storeOf(next).table('referrals').get(id)).toMatchObject({ name: 'Omar' })
  await storeOf(next).create('referrals', { name: 'Elif' })
  expect(storeOf(next).status.waiting).toBe(1)

  sessionAnswer.isReachable = true
  sessionAnswer.isSignedIn = false
  const went = staysHere()
  await next.logout()
  await expect.poll(() => kindOf(next)).toBe('signed-out')
  await expect.poll(own).toEqual([])
  expect(went).toHaveBeenCalledWith('/')
  expect(document.cookie).not.toContain(someone.id)
})

test('another window’s sign-out is noticed by the cookie', async () => {
  const { sessionAnswer } = network()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  await expect.poll(() => storeOf(session).status).toMatchObject({ hasAllRows: true, syncing: false })
  sessionAnswer.isSignedIn = false
  cookie('ended')
  await expect.poll(() => kindOf(session)).toBe('signed-out')
})

test('HELD3 HELD7 a revoked device hands in its changes, is wiped, and reports a file without a permitted record', async () => {
  const { server, sessionAnswer } = network()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  const store = storeOf(session)
  await expect.poll(() => store.status).toMatchObject({ hasAllRows: true, syncing: false })
  sessionAnswer.isReachable = false
  const made = await store.create('referrals', { name: 'Omar' })
  expect(await keepLaunched([new File(['x'], 'Notes.txt')])).toBe('kept')
  await expect.poll(() => store.status).toMatchObject({ connection: 'offline', waiting: 1, syncing: false })
  server.withdrawn = true
  sessionAnswer.isSignedIn = false
  sessionAnswer.isReachable = true
  const went = staysHere()
  store.networkChanged()
  await expect.poll(() => kindOf(session)).toBe('signed-out')
  await expect.poll(own).toEqual([])
  expect([...new Set(went.mock.calls.flat())]).toEqual(['/share?not=withdrawn'])
  const handed = server.requests(/changes$/).flatMap(({ body }) => body!.changes.map(({ id }) => id))
  expect(handed).toContain(made.ok && made.changeId)
  expect(server.rows.size).toBe(0)
})

test('an ended session shows the first page, unless the person reads why a file is missing', async () => {
  network()
  const went = staysHere()
  const at = vi.spyOn(router, 'state', 'get')
  const place = (pathname: string, search: object) => at.mockReturnValue(standIn({ location: { pathname, search } }))
  cookie(endedPerson)
  place(sharePath, { not: 'nobody' })
  await openWindow().start()
  expect(went).not.toHaveBeenCalled()
  cookie(endedPerson)
  place('/projects', {})
  await openWindow().start()
  expect(went).toHaveBeenCalledExactlyOnceWith('/')
})

test.each([
  ['/', '/projects', {}],
  ['/share?not=nobody', sharePath, { not: 'nobody' }],
])(
  'WHO7 a logout begins a new page, %s, where the app is on the device: this one may still hold files',
  async (to, pathname, search) => {
    const { sessionAnswer } = network()
    const location = { pathname, search, href: to }
    vi.spyOn(router, 'state', 'get').mockReturnValue(standIn({ location }))
    const went = staysHere()
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker)
    const loaded = new Set<string>()
    const session = openWindow((address) => void loaded.add(address))
    cookie(someone.id)
    await session.start()
    sessionAnswer.isReachable = false
    await session.logout()
    expect([[...loaded], kindOf(session)]).toEqual([[to], 'loading'])
    expect(await own()).toEqual([])
    expect(went).not.toHaveBeenCalled()
  },
)

test('what is saved while a worker controls the page is handed to background sync; a browser that refuses hinders nothing', async () => {
  const { sessionAnswer } = network()
  cookie(someone.id)
  const session = openWindow()
  await session.start()
  sessionAnswer.isReachable = false
  const register = vi.fn<(tag: string) => Promise<void>>().mockRejectedValue(new Error('not allowed'))
  const worker = navigator.serviceWorker
  const [controlled, ready] = [vi.spyOn(worker, 'controller', 'get'), vi.spyOn(worker, 'ready', 'get')]
  ready.mockResolvedValue(standIn({ sync: { register } }))
  controlled.mockReturnValue(null)
  expect(await storeOf(session).create('referrals', { name: 'Omar' })).toMatchObject({ ok: true })
  expect(ready).not.toHaveBeenCalled()
  controlled.mockReturnValue({} as ServiceWorker)
  expect(await storeOf(session).create('referrals', { name: 'Elif' })).toMatchObject({ ok: true })
  await expect.poll(() => register.mock.calls).toEqual([[outboxSyncTag]])
  await storeOf(session).close()
})
