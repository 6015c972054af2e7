import { expect, test, vi } from 'vitest'
import type { Identity } from '#web/store/contract.ts'
import { MemoryStore, someone } from '#web/test/memory-store.ts'
import { createOwnFetch } from './own-fetch.ts'
import type { Fetch } from '#web/store/deps.ts'
import { createSession, type SessionDeps } from './session.ts'
import { type AskWho, createAskWho, type Who } from './who.ts'

const other: Identity = { ...someone, id: '00000000-0000-7000-8000-0000000000ff', email: 'other@demo.test' }

function setup({ remembered = null, who }: { readonly remembered?: Identity | null; readonly who: Who }) {
  const opened: Identity[] = []
  let kept = remembered
  let hear: (identity: Identity) => void = () => {}
  const deps = {
    askWho: vi.fn<AskWho>(() => Promise.resolve(who)),
    remembered: () => Promise.resolve(kept),
    remember: (identity: Identity) => {
      kept = identity
      return Promise.resolve()
    },
    open: (identity: Identity, onUser: (identity: Identity) => void) => {
      opened.push(identity)
      hear = onUser
      return Promise.resolve(new MemoryStore(identity))
    },
    wipe: vi.fn<SessionDeps['wipe']>(() => Promise.resolve()),
    navigate: vi.fn<SessionDeps['navigate']>(),
  }
  const session = createSession(deps)
  return { session, deps, opened, kept: () => kept, hear: (identity: Identity) => hear(identity) }
}

test('a device that nobody signed in on shows the landing page', async () => {
  const { session } = setup({ who: { kind: 'nobody' } })
  await session.start()
  expect(session.state).toEqual({ kind: 'signed-out', reachable: true })
})

test('a person whom the server knows is remembered and gets their store', async () => {
  const { session, opened, kept } = setup({ who: { kind: 'user', identity: someone } })
  await session.start()
  expect(session.state.kind).toBe('signed-in')
  expect(opened).toEqual([someone])
  expect(kept()).toEqual(someone)
})

test('a remembered person opens without asking the server', async () => {
  const { session, deps } = setup({ remembered: someone, who: { kind: 'unreachable' } })
  await session.start()
  expect(session.state.kind).toBe('signed-in')
  expect(deps.askWho).not.toHaveBeenCalled()
})

test('somebody else, or the same person with another role, gets a store of their own', async () => {
  const { session, opened, kept, hear } = setup({ remembered: someone, who: { kind: 'unreachable' } })
  await session.start()
  hear(someone)
  hear({ ...someone, role: 'INVESTOR' })
  hear(other)
  await expect
    .poll(() => opened.map(({ id, role }) => [id, role]))
    .toEqual([
      [someone.id, 'ADMIN'],
      [someone.id, 'INVESTOR'],
      [other.id, 'ADMIN'],
    ])
  expect(kept()).toEqual(other)
})

test('logging out wipes the device before it leaves the page', async () => {
  const { session, deps } = setup({ remembered: someone, who: { kind: 'unreachable' } })
  await session.start()
  deps.wipe.mockImplementation(() => {
    expect(deps.navigate).not.toHaveBeenCalled()
    return Promise.resolve()
  })
  await session.logout()
  expect(deps.wipe).toHaveBeenCalledWith(someone)
  expect(deps.navigate).toHaveBeenCalledWith('/api/logout')
})

test('a network error is not a 401, and neither is an error of the server', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(new Response('down', { status: 502 })),
    () => Promise.resolve(new Response('<html>', { status: 200 })),
    () => Promise.resolve(new Response('{}', { status: 401 })),
    () => Promise.resolve(Response.json(someone)),
  ]
  const kinds: string[] = []
  for (const answer of answers) kinds.push((await createAskWho(answer)()).kind)
  expect(kinds).toEqual(['unreachable', 'unreachable', 'unreachable', 'nobody', 'user'])
})

test('the changes of one person are never sent with the session of another', async () => {
  const fetch = vi.fn<Fetch>(() => Promise.resolve(new Response('{}')))
  const onUser = vi.fn<(identity: Identity) => void>()
  let who: Who = { kind: 'user', identity: other }
  const ownFetch = createOwnFetch(someone, { fetch, askWho: () => Promise.resolve(who), onUser })
  await expect(ownFetch('/api/sync/changes', {})).rejects.toThrow('Somebody else is signed in')
  expect(fetch).not.toHaveBeenCalled()
  expect(onUser).toHaveBeenCalledWith(other)
  who = { kind: 'nobody' }
  expect((await ownFetch('/api/sync/changes', {})).status).toBe(401)
  who = { kind: 'user', identity: someone }
  expect((await ownFetch('/api/sync/changes', {})).status).toBe(200)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('after a 401 it is asked again whose session it is', async () => {
  const statuses = [200, 401, 200]
  const askWho = vi.fn<AskWho>(() => Promise.resolve({ kind: 'user', identity: someone }))
  const fetch = () => Promise.resolve(new Response(null, { status: statuses.shift()! }))
  const ownFetch = createOwnFetch(someone, { fetch, askWho, onUser: () => {} })
  for (let n = 0; n < 3; n++) await ownFetch('/api/sync/feed', {})
  expect(askWho).toHaveBeenCalledTimes(2)
})
