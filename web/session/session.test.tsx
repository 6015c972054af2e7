import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { protocolHeader } from '#schema/sync/protocol.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { fakeCookie, sessionDeps } from '#web/test/fake-session.ts'
import { openTestStore, someone, type TestStore } from '#web/test/test-store.ts'
import { personIn } from '#web/store/disk/read-person-cookie.ts'
import type { DepartingPerson } from '#web/store/wipe.ts'
import { pageCookie, watchPersonCookie } from './page-cookie.ts'
import { createSession } from './session.ts'
import { type FetchSession, createFetchSession, type SessionResult } from './fetch-session.ts'

const other: Identity = { ...someone, id: '00000000-0000-7000-8000-0000000000ff', email: 'other@demo.test' }
const user = (identity: Identity): SessionResult => ({ kind: 'user', identity })
const signedOut: SessionResult = { kind: 'signed-out' }
const unreachable: SessionResult = { kind: 'unreachable' }

interface Setup {
  readonly remembered?: Identity | null
  readonly cookie?: Identity | 'ended' | null
  readonly who: SessionResult
}

function setup({ remembered = null, cookie: cookiePerson = null, who }: Setup) {
  const log: string[] = []
  const [nothing, stayOnPage] = [() => {}, () => false]
  const world = {
    who,
    isWiped: true,
    kept: remembered,
    isReadable: true,
    again: [] as (() => void)[],
    whileOpening: nothing,
    whileWiping: nothing,
    reload: stayOnPage,
  }
  const cookie = fakeCookie(cookiePerson)
  const fetchSession = vi.fn<FetchSession>(() => Promise.resolve(world.who))
  const record = (what: string) => async (identity: Identity) => void log.push(`${what} ${nameOf(identity)}`)
  const deps = sessionDeps(
    { identity: someone },
    {
      fetchSession,
      cookie,
      remembered: () =>
        world.isReadable ? Promise.resolve(world.kept) : Promise.reject(new Error('The disk is broken')),
      remember: (identity) => {
        world.kept = identity
        return Promise.resolve()
      },
      open: async (identity) => {
        log.push(`open ${nameOf(identity)}`)
        world.whileOpening()
        const store = await openTestStore(identity)
        const close = store.close.bind(store)
        onTestFinished(close)
        store.close = () => {
          log.push(`close ${nameOf(identity)}`)
          return close()
        }
        return store
      },
      saveDrafts: (store) => record('drafts of')(store.identity),
      wipe: async (person, leave) => {
        if (!leave.isOpen()) return
        log.push(`wipe ${nameOf(person)}`)
        world.whileWiping()
        if (world.isWiped) leave.end()
      },
      evictPerson: record('evict'),
      showFirstPage: () => void log.push('first page'),
      reload: () => world.reload(),
      retryLater: (run) => void world.again.push(run),
    },
  )
  return { session: createSession(deps), world, cookie, fetchSession, log }
}

const nameOf = ({ id, role }: Pick<Identity, 'id'> & Partial<Identity>) =>
  `${id === someone.id ? 'Ada' : 'Marek'}${role === 'INVESTOR' ? '*' : ''}`

describe('a device', () => {
  test.each([unreachable, signedOut])('without a signed-in person shows the signed-out state', async (who) => {
    const { session } = setup({ who })
    await session.start()
    expect(session.state).toEqual({ kind: 'signed-out' })
  })

  test.each([null, someone])(
    'remembers the person named by the server, even without a cookie, and opens their store',
    async (cookie) => {
      const { session, world, log } = setup({ cookie, who: user(someone) })
      await session.start()
      expect(session.state.kind).toBe('signed-in')
      expect(log).toEqual(['open Ada'])
      expect(world.kept).toEqual(someone)
    },
  )

  test.each([null, someone])(
    'WHO3 opens for the person it remembers without waiting for the server',
    async (cookie) => {
      const { session, fetchSession } = setup({ remembered: someone, cookie, who: unreachable })
      fetchSession.mockReturnValue(new Promise(() => {}))
      await session.start()
      expect(session.state.kind).toBe('signed-in')
    },
  )

  test('gives the same person with another role a store of their own', async () => {
    const { session, log, world } = setup({
      remembered: someone,
      cookie: someone,
      who: user({ ...someone, role: 'INVESTOR' }),
    })
    await session.start()
    await expect.poll(() => log).toEqual(['open Ada', 'drafts of Ada', 'close Ada', 'open Ada*'])
    expect(world.kept?.role).toBe('INVESTOR')
  })

  test.each<[string, Partial<Identity>, Partial<Identity>]>([
    ['the person’s changed name', {}, { firstName: 'Augusta' }],
    [
      'the person’s changed language, and not because none is set yet',
      { preferredLanguage: null },
      { preferredLanguage: 'fr' },
    ],
    [
      'the firm’s changed base currency, and not because an older server sent none',
      { baseCurrency: 'USD' },
      { baseCurrency: 'TRY' },
    ],
  ])('reopens with %s', async (_, same, changed) => {
    const { session, log, world } = setup({ remembered: someone, cookie: someone, who: user(someone) })
    await session.start()
    world.who = user({ ...someone, ...same })
    await session.refresh()
    expect(log).toEqual(['open Ada'])
    world.who = user({ ...someone, ...changed })
    await session.refresh()
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: changed } })
    expect(world.kept).toMatchObject(changed)
  })
})

describe('the next person on a device', () => {
  test('WHO3 WHO5 never sees the previous one: their rows are gone before anything opens', async () => {
    const { session, log, world } = setup({ remembered: someone, cookie: other, who: user(other) })
    await session.start()
    expect(log).toEqual(['evict Ada', 'open Marek'])
    expect(world.kept).toEqual(other)
  })

  test('WHO4 offline opens nothing until the server has named the person', async () => {
    const { session, log, world } = setup({ remembered: someone, cookie: other, who: unreachable })
    await session.start()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: null })
    expect(log).toEqual([])
    world.who = user(other)
    for (const run of world.again.splice(0)) run()
    await expect.poll(() => session.state).toMatchObject({ kind: 'other-person', previous: someone, current: other })
    expect(log).toEqual(['evict Ada'])
  })

  test('WHO4 sees the landing page when the session has ended', async () => {
    const { session, log } = setup({ remembered: someone, cookie: other, who: signedOut })
    await session.start()
    expect(session.state).toEqual({ kind: 'signed-out' })
    expect(log).toEqual([])
  })
})

async function setupOpened(who: SessionResult) {
  const opened = setup({ remembered: someone, cookie: someone, who: user(someone) })
  await opened.session.start()
  await opened.session.check()
  opened.world.who = who
  opened.log.length = 0
  return opened
}

describe('an open window', () => {
  test('WHO4 is cleared as soon as the cookie names another person, even during other work', async () => {
    const { session, cookie, fetchSession, log } = await setupOpened(unreachable)
    if (session.state.kind !== 'signed-in') throw new Error('Not signed in')
    ;(session.state.store as TestStore).setStatus({ connection: 'signed-out' })
    fetchSession.mockReturnValue(new Promise(() => {}))
    void session.check()
    await expect.poll(() => fetchSession.mock.calls.length).toBe(2)
    cookie.value = other.id
    void session.check()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: null })
    await expect.poll(() => log).toEqual(['drafts of Ada', 'close Ada'])
  })

  test('WHO4 WHO5 WHO12 names the person signed in now, seals the data, and lets the person decide', async () => {
    const { session, cookie, log, world } = await setupOpened(user(other))
    cookie.value = other.id
    await session.check()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: other })
    expect(log).toEqual(['drafts of Ada', 'close Ada', 'evict Ada'])
    expect(world.kept).toEqual(someone)
    await session.continueAsOther()
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: other } })
    expect(world.kept).toEqual(other)
    expect(log.slice(-3)).toEqual(['first page', 'evict Ada', 'open Marek'])
  })

  test('WHO4 WHO10 that opens while another person signs in shows nothing', async () => {
    const { session, cookie, world } = setup({ remembered: someone, cookie: someone, who: user(other) })
    world.whileOpening = () => void (cookie.value = other.id)
    await session.start()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: null })
  })

  test('WHO4 WHO11 repeats the request when a response is older than the cookie', async () => {
    const { session, cookie, log, fetchSession } = await setupOpened(user(other))
    fetchSession.mockResolvedValueOnce(user(someone))
    cookie.value = other.id
    await session.check()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: other })
    expect(log).not.toContain('open Ada')
  })

  test.each([other, null])('WHO7 WHO15 is not wiped when another person has signed out', async (kept) => {
    const { session, cookie, world, log } = await setupOpened(signedOut)
    cookie.value = 'ended'
    world.kept = kept
    await session.check()
    expect(session.state.kind).toBe('signed-out')
    expect(log).toEqual(['drafts of Ada', 'close Ada', 'first page'])
    expect(cookie.value).toBeNull()
  })

  test('WHO4 does not continue as a person replaced by a third one', async () => {
    const { session, cookie, world, log } = await setupOpened(user(other))
    cookie.value = other.id
    await session.check()
    const third = { ...other, id: 'a-third-person' }
    cookie.value = third.id
    world.who = user(third)
    await session.continueAsOther()
    expect(session.state).toMatchObject({ kind: 'other-person', current: third })
    expect(world.kept).toEqual(someone)
    expect(log).not.toContain('open Marek')
  })

  test.each(['ended', null])(
    'WHO4 does not continue as a person who has signed out (cookie: %s)',
    async (cookiePerson) => {
      const { session, cookie, world, log } = await setupOpened(user(other))
      cookie.value = other.id
      await session.check()
      cookie.value = cookiePerson
      world.who = signedOut
      await session.continueAsOther()
      expect(session.state.kind).toBe('signed-out')
      expect(log).not.toContain('open Marek')
    },
  )

  test('WHO4 fetches who is signed in when the cookie of the last person is lost', async () => {
    const { session, cookie, world } = await setupOpened(user(other))
    cookie.value = other.id
    await session.check()
    cookie.value = null
    world.who = unreachable
    await session.check()
    expect(session.state).toMatchObject({ kind: 'other-person', previous: someone, current: null })
    world.who = user(other)
    for (const run of world.again.splice(0)) run()
    await expect.poll(() => session.state).toMatchObject({ kind: 'other-person', current: other })
    expect(cookie.value).toBe(other.id)
  })

  test('WHO4 opens again when its user signs in again', async () => {
    const { session, cookie, log } = await setupOpened(user(other))
    cookie.value = other.id
    await session.check()
    cookie.value = someone.id
    await session.check()
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: someone } })
    expect(log.at(-1)).toBe('open Ada')
  })

  test('WHO5 removes the rows of a person who was signed in meanwhile when its own user is back, even without a network', async () => {
    const { session, cookie, world, log } = await setupOpened(unreachable)
    cookie.value = other.id
    await session.check()
    world.kept = other
    cookie.value = someone.id
    await session.check()
    expect(log.slice(-2)).toEqual(['evict Marek', 'open Ada'])
    expect(world.kept).toEqual(someone)
  })

  test('WHO5 removes the rows of a person who was signed in meanwhile when a third person signs in', async () => {
    const { session, cookie, world, log } = await setupOpened(unreachable)
    const third = { ...other, id: 'a-third-person' }
    world.kept = other
    cookie.value = third.id
    world.who = user(third)
    await session.check()
    expect(session.state).toMatchObject({ kind: 'other-person', current: third })
    expect(log.slice(-2)).toEqual(['evict Ada', 'evict Marek'])
  })

  test('WHO4 checks with the server when its user has signed in again elsewhere, and resumes', async () => {
    const { session } = await setupOpened(user(someone))
    if (session.state.kind !== 'signed-in') throw new Error('Not signed in')
    const { store } = session.state
    const resume = vi.spyOn(store, 'resume')
    ;(store as TestStore).setStatus({ connection: 'signed-out' })
    await session.check()
    expect(resume).toHaveBeenCalledOnce()
  })

  test('WHO5 opens its store again when another window has closed it', async () => {
    const { session, log } = await setupOpened(user(someone))
    if (session.state.kind !== 'signed-in') throw new Error('Not signed in')
    const store = session.state.store as TestStore
    await store.close()
    store.setStatus({ connection: 'signed-out' })
    await session.check()
    expect(log.at(-1)).toBe('open Ada')
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { isClosed: false } })
  })

  test('WHO7 goes to the landing page when another window has signed out', async () => {
    const { session, cookie, world, log } = await setupOpened(signedOut)
    cookie.value = null
    world.kept = null
    await session.check()
    expect(session.state.kind).toBe('signed-out')
    expect(log).toContain('first page')
  })
})

describe('signing out', () => {
  test('wipes the device, and the server ends the session', async () => {
    const { session, cookie, log } = await setupOpened(signedOut)
    await session.signOut()
    expect(log).toEqual(['close Ada', 'wipe Ada', 'first page', 'wipe Ada'])
    expect(session.state).toEqual({ kind: 'signed-out' })
    expect([cookie.value, cookie.departing()]).toEqual([null, []])
  })

  test('WHO7 WHO16 repeats a wipe that a busy device did not finish', async () => {
    const { session, cookie, world } = await setupOpened(signedOut)
    world.isWiped = false
    await session.signOut()
    expect(cookie.departing()).toHaveLength(1)
    world.again.shift()!()
    await expect.poll(() => world.again).toHaveLength(1)
    world.isWiped = true
    world.again.shift()!()
    await expect.poll(() => cookie.departing()).toEqual([])
    expect(world.again).toEqual([])
  })

  test('WHO7 loads a new page only once the device is wiped, and shows nothing meanwhile', async () => {
    const { session, log, world } = await setupOpened(unreachable)
    world.reload = () => log.push('new page') > 0
    await session.signOut()
    expect(log).toEqual(['close Ada', 'wipe Ada', 'new page'])
    expect(session.state).toEqual({ kind: 'loading' })
  })

  test.each([other.id, null])('WHO15 does not end the session of another person (cookie: %s)', async (cookiePerson) => {
    const { session, cookie, world, log } = await setupOpened(signedOut)
    cookie.value = cookiePerson
    world.kept = other
    await session.signOut()
    expect(log).toContain('wipe Ada')
    expect(cookie.value).toBe(cookiePerson)
  })

  test('leaves the cookie of a person who signs in meanwhile', async () => {
    const { session, cookie, fetchSession } = await setupOpened(signedOut)
    fetchSession.mockImplementationOnce(async () => {
      cookie.value = other.id
      return signedOut
    })
    await session.signOut()
    expect(cookie.value).toBe(other.id)
  })

  test('WHO7 does not wait for the server’s response', async () => {
    const { session, fetchSession, log } = setup({ remembered: someone, cookie: someone, who: signedOut })
    fetchSession.mockReturnValue(new Promise(() => {}))
    await session.start()
    await expect.poll(() => fetchSession.mock.calls.length).toBe(1)
    void session.signOut()
    expect(session.state.kind).toBe('loading')
    await expect.poll(() => log).toContain('wipe Ada')
    expect(session.state.kind).toBe('signed-out')
  })

  test('WHO7 without a network is remembered, and the session ends at the first contact, before anything else', async () => {
    const { session, cookie, log, world, fetchSession } = await setupOpened(unreachable)
    await session.signOut()
    expect(log.slice(-2)).toEqual(['wipe Ada', 'first page'])
    expect(session.state).toEqual({ kind: 'signed-out' })
    expect(cookie.value).toBe('ended')
    world.who = signedOut
    fetchSession.mockClear()
    for (const run of world.again.splice(0)) run()
    await expect.poll(() => cookie.value).toBeNull()
    expect(fetchSession).toHaveBeenCalledOnce()
    expect(session.state).toEqual({ kind: 'signed-out' })
  })

  test('WHO7 is finished at the next start when it was interrupted, and nothing is resumed', async () => {
    const { session, cookie, log } = setup({ remembered: someone, cookie: 'ended', who: signedOut })
    cookie.addDeparting(someone)
    await session.start()
    expect(log).toEqual(['wipe Ada', 'first page', 'wipe Ada'])
    expect(session.state.kind).toBe('signed-out')
    expect([cookie.value, cookie.departing()]).toEqual([null, []])
  })

  test('WHO7 WHO19 is finished after an interruption when another person has signed in since, and that person continues', async () => {
    const { session, cookie, log } = setup({ remembered: someone, cookie: other, who: user(other) })
    cookie.addDeparting(someone)
    await session.start()
    expect(log.slice(0, 1)).toEqual(['wipe Ada'])
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: other } })
    expect([cookie.value, cookie.departing()]).toEqual([other.id, []])
  })

  test('WHO7 does not block others when it cannot be finished', async () => {
    const { session, cookie, world } = setup({ remembered: null, cookie: other, who: user(other) })
    cookie.addDeparting(someone)
    world.whileWiping = () => {
      throw new Error('The disk is broken')
    }
    await session.start()
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: other } })
    expect(cookie.departing()).toHaveLength(1)
    cookie.value = someone.id
    world.who = user(someone)
    await session.check()
    await session.continueAsOther()
    expect(session.state.kind).toBe('failed')
  })

  test('WHO7 repeats a wipe that fails, until it succeeds', async () => {
    const { session, cookie, world, log } = setup({ remembered: null, cookie: other, who: user(other) })
    cookie.addDeparting(someone)
    world.whileWiping = () => {
      throw new Error('The disk is broken')
    }
    await session.start()
    world.again.shift()!()
    await expect.poll(() => world.again).toHaveLength(1)
    world.whileWiping = () => {}
    world.again.shift()!()
    await expect.poll(() => cookie.departing()).toEqual([])
    expect(log.filter((line) => line === 'wipe Ada')).toHaveLength(3)
    expect(world.again).toEqual([])
  })

  test('WHO7 is repeated by a window that opened the store meanwhile', async () => {
    const { session, cookie, world, log } = setup({ remembered: someone, cookie: someone, who: signedOut })
    world.whileOpening = () => {
      world.kept = null
      cookie.value = null
    }
    await session.start()
    await expect.poll(() => log).toEqual(['open Ada', 'close Ada', 'first page', 'wipe Ada'])
    expect(session.state.kind).toBe('signed-out')
    expect(cookie.departing()).toEqual([])
  })

  test('WHO7 is not assumed when the disk cannot say who is remembered', async () => {
    const { session, cookie, world } = setup({ remembered: someone, cookie: someone, who: user(someone) })
    world.whileOpening = () => {
      world.isReadable = false
    }
    await session.start()
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: someone } })
    expect(cookie.departing()).toEqual([])
  })

  test('WHO7 in another window does not look like a failure in one that opens the store', async () => {
    const { session, cookie, world } = setup({ remembered: someone, cookie: someone, who: signedOut })
    world.whileOpening = () => {
      cookie.addDeparting(someone)
      cookie.value = 'ended'
      throw new Error('The database was deleted')
    }
    await session.start()
    await expect.poll(() => session.state.kind).toBe('signed-out')
  })

  test('WHO7 ends the session also when it was interrupted and its cookie is lost', async () => {
    const { session, cookie, world } = setup({ remembered: someone, cookie: null, who: unreachable })
    cookie.addDeparting(someone)
    await session.start()
    expect(session.state.kind).toBe('signed-out')
    expect(cookie.value).toBe('ended')
    world.who = signedOut
    for (const run of world.again.splice(0)) run()
    await expect.poll(() => cookie.value).toBeNull()
  })

  test('WHO7 WHO17 wipes only the data of the person who signed out', async () => {
    const { session, cookie, log, world } = setup({ remembered: other, cookie: 'ended', who: signedOut })
    cookie.addDeparting(someone)
    await session.start()
    expect(log).not.toContain('wipe Marek')
    expect(world.kept).toEqual(other)
    expect(session.state.kind).toBe('signed-out')
  })

  test('WHO7 is not undone by an earlier request’s response', async () => {
    const { session, cookie, fetchSession, log } = setup({ remembered: null, cookie: someone, who: signedOut })
    fetchSession.mockImplementationOnce(async () => {
      cookie.forget()
      return user(someone)
    })
    await session.start()
    expect(session.state.kind).toBe('signed-out')
    expect(log).toEqual([])
  })

  test('WHO7 WHO18 in one window clears all other windows immediately, even during requests', async () => {
    const { session, cookie, fetchSession, log, world } = await setupOpened(unreachable)
    world.who = signedOut
    if (session.state.kind !== 'signed-in') throw new Error('Not signed in')
    ;(session.state.store as TestStore).setStatus({ connection: 'signed-out' })
    fetchSession.mockReturnValueOnce(new Promise(() => {}))
    void session.check()
    await expect.poll(() => fetchSession.mock.calls.length).toBe(2)
    cookie.addDeparting(someone)
    cookie.value = 'ended'
    void session.check()
    expect(session.state.kind).toBe('loading')
    await expect.poll(() => session.state.kind).toBe('signed-out')
    expect(log).toEqual(['close Ada', 'wipe Ada', 'first page', 'wipe Ada'])
  })

  test('WHO7 the next person starts at the first page of a cleared window', async () => {
    const { session, cookie, log } = await setupOpened(user(other))
    cookie.addDeparting(someone)
    cookie.value = 'ended'
    const checking = session.check()
    cookie.value = other.id
    await checking
    expect(session.state).toMatchObject({ kind: 'signed-in', store: { identity: other } })
    expect(log.indexOf('first page')).toBeGreaterThan(-1)
    expect(log.indexOf('first page')).toBeLessThan(log.indexOf('open Marek'))
  })

  test('WHO7 is finished by a window that was opening for the person', async () => {
    const { session, cookie, world, log } = setup({ remembered: someone, cookie: someone, who: signedOut })
    world.whileOpening = () => {
      cookie.addDeparting(someone)
      cookie.end()
    }
    await session.start()
    await expect.poll(() => session.state.kind).toBe('signed-out')
    expect(log).toContain('wipe Ada')
    await expect.poll(() => cookie.departing()).toEqual([])
  })
})

describe('the signed-in person', () => {
  test('WHO6 WHO14 is read only from responses of our server, not from a network error, a proxy or a portal', async () => {
    const own = { [protocolHeader]: '1' }
    const results = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(new Response('down', { status: 502, headers: own })),
      () => Promise.resolve(new Response('<html>', { status: 200 })),
      () => Promise.resolve(new Response('<html>', { status: 401 })),
      () => Promise.resolve(Response.json({ code: 'UNAUTHORIZED' }, { status: 401 })),
      () => Promise.resolve(Response.json({ message: 'Pay first' }, { status: 401, headers: own })),
      () => Promise.resolve(Response.json(someone)),
      () => Promise.resolve(Response.json({ ...someone, role: 'OWNER' }, { headers: own })),
      () => Promise.resolve(Response.json({ ...someone, tenantName: undefined }, { headers: own })),
      () => Promise.resolve(Response.json({ code: 'UNAUTHORIZED' }, { status: 401, headers: own })),
      () => Promise.resolve(Response.json(someone, { headers: own })),
    ]
    const kinds: string[] = []
    for (const result of results) kinds.push((await createFetchSession(result)()).kind)
    const none = 'unreachable'
    expect(kinds).toEqual([...Array<string>(9).fill(none), 'signed-out', 'user'])
  })
})

describe('the cookie', () => {
  afterEach(() => pageCookie.forget())

  test('is found among others', () => {
    expect(personIn('a=1; holdfast-person=u1; b=2')).toBe('u1')
    expect([personIn(''), personIn('not-holdfast-person=u1'), personIn('holdfast-person=')]).toEqual([null, null, null])
  })

  test('WHO7 WHO16 names a person who has signed out until their data is gone', () => {
    const [first, second] = [someone, other].map(({ tenantId, id }) => ({ tenantId, id })) as [
      DepartingPerson,
      DepartingPerson,
    ]
    for (const each of [first, second, first]) pageCookie.addDeparting(each)
    expect(pageCookie.departing()).toEqual([second, first])
    pageCookie.removeDeparting(second)
    expect(pageCookie.departing()).toEqual([first])
    pageCookie.removeDeparting(first)
    expect(pageCookie.departing()).toEqual([])
    expect(document.cookie).not.toContain('leaving')
  })

  test('WHO7 is set to ended, and forgotten', () => {
    pageCookie.end()
    expect(pageCookie.read()).toBe('ended')
    pageCookie.forget()
    expect(pageCookie.read()).toBeNull()
  })

  test.each([true, false])('WHO4 detects another person without a request (cookieStore: %s)', async (hasStore) => {
    if (!hasStore) {
      Object.defineProperty(window, 'cookieStore', { value: undefined, configurable: true })
    }
    const look = vi.fn<() => void>()
    const stop = watchPersonCookie(look)
    document.cookie = 'holdfast-person=somebody; Path=/'
    await expect.poll(() => look.mock.calls.length).toBeGreaterThan(0)
    stop()
    Reflect.deleteProperty(window, 'cookieStore')
  })
})
