import { expect, onTestFinished, test } from 'vitest'
import type { Contact } from '#web/store/disk/identity.ts'
import type { Connection, Identity } from '#web/store/base/contract.ts'
import { fakeCookie, sessionDeps } from '#web/test/fake-session.ts'
import { openTestStore, someone } from '#web/test/test-store.ts'
import { createSession } from './session.ts'
import type { SessionResult } from './fetch-session.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-10T09:00:00Z')
const leased: Identity = { ...someone, leaseDays: 30 }
const other: Identity = { ...someone, id: '00000000-0000-7000-8000-0000000000ff', email: 'other@demo.test' }
const userResult: SessionResult = { kind: 'user', identity: leased }
const unreachable: SessionResult = { kind: 'unreachable' }
const signedOut: SessionResult = { kind: 'signed-out' }

function setup(who: SessionResult, remembered: Identity = leased) {
  const world = {
    who,
    now: start,
    contact: { person: someone.id, at: start, seen: start } as Contact | null,
    again: [] as (() => void)[],
    drafts: 0,
    connection: 'offline' as Connection,
  }
  const cookie = fakeCookie(remembered)
  const deps = sessionDeps(
    { identity: remembered },
    {
      fetchSession: () => Promise.resolve(world.who),
      cookie,
      contact: () => Promise.resolve(world.contact),
      saveContact: async (contact) => void (world.contact = contact),
      now: () => world.now,
      retryLater: (run) => void world.again.push(run),
      saveDrafts: async () => void world.drafts++,
      open: async (identity) => {
        const store = await openTestStore(identity)
        onTestFinished(() => store.close())
        store.setStatus({ connection: world.connection })
        return store
      },
    },
  )
  return { session: createSession(deps), world, cookie, restart: () => createSession(deps) }
}

test('a device without the server opens until the last moment of the firm’s lease, and not after it', async () => {
  for (const [days, kind] of [
    [29.9, 'signed-in'],
    [30.1, 'locked'],
  ] as const) {
    const { session, world } = setup(unreachable)
    world.now = start + days * dayMs
    await session.start()
    expect(session.state.kind).toBe(kind)
  }
})

test('without a lease a device always opens', async () => {
  for (const leaseDays of [0, undefined]) {
    const { session, world } = setup(unreachable, { ...someone, ...(leaseDays !== undefined && { leaseDays }) })
    world.now = start + 900 * dayMs
    await session.start()
    expect(session.state.kind).toBe('signed-in')
  }
})

test('setting the clock back does not unlock the device', async () => {
  const { session, world, restart } = setup(unreachable)
  world.now = start + 31 * dayMs
  await session.start()
  world.now = start + dayMs
  const reopened = restart()
  await reopened.start()
  expect(reopened.state.kind).toBe('locked')
})

test.each([
  ['was a year ahead at the last contact and is set right', 365, 0],
  ['is turned back by ten years on day 20 of the lease', 20, -3_650],
])('the lease ends although the clock %s', async (_, shown, setTo) => {
  const { session, world, restart } = setup(unreachable)
  const isAhead = shown > 30
  if (isAhead) world.contact = { person: someone.id, at: start + shown * dayMs, seen: start + shown * dayMs }
  world.now = start + shown * dayMs
  await session.start()
  const reopened = async (day: number) => {
    world.now = start + (setTo + day) * dayMs
    const reopened = restart()
    await reopened.start()
    return reopened.state.kind
  }
  const left = isAhead ? 30 : 10
  expect(await reopened(0)).toBe('signed-in')
  expect(await reopened(left - 1)).toBe('signed-in')
  expect(await reopened(left + 1)).toBe('locked')
})

test('a locked device retries automatically, and a response from the server renews the lease', async () => {
  const { session, world } = setup(unreachable)
  world.now = start + 31 * dayMs
  await session.start()
  world.who = userResult
  world.again.pop()!()
  await expect.poll(() => session.state.kind).toBe('signed-in')
  expect(await session.locksAt(leased)).toBe(world.now + 30 * dayMs)
})

test('after the lease a device whose server responds opens without having shown that it was locked', async () => {
  const { session, world } = setup(userResult)
  world.now = start + 31 * dayMs
  const shown: string[] = []
  session.subscribe(() => shown.push(session.state.kind))
  await session.start()
  expect(shown).toEqual(['signed-in'])
})

test('a locked device shows that its user has to sign in, and lets another person continue', async () => {
  const { session, world, cookie } = setup(signedOut)
  world.now = start + 31 * dayMs
  await session.start()
  expect(session.state).toMatchObject({ kind: 'locked', isSignedOut: true })
  world.who = { kind: 'user', identity: other }
  cookie.value = other.id
  await session.check()
  expect(session.state).toMatchObject({ kind: 'other-person', previous: { id: someone.id }, current: { id: other.id } })
})

test('an open window without contact locks, and saves the drafts of its forms', async () => {
  const { session, world } = setup(unreachable)
  await session.start()
  world.now = start + 30.1 * dayMs
  await session.check()
  expect([session.state.kind, world.drafts]).toEqual(['locked', 1])
})

test('an open window that is in contact never locks', async () => {
  const { session, world } = setup(unreachable)
  world.connection = 'online'
  await session.start()
  for (const days of [20, 40, 60]) {
    world.now = start + days * dayMs
    await session.check()
  }
  expect(session.state.kind).toBe('signed-in')
})

test('a device without a recorded contact, as an earlier version left it, begins its lease now', async () => {
  const { session, world } = setup(unreachable)
  world.contact = null
  world.now = start + 100 * dayMs
  await session.start()
  expect(session.state.kind).toBe('signed-in')
  expect(world.contact).toEqual({ person: someone.id, at: world.now, seen: world.now })
})
