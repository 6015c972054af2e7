import { expect, test } from 'vitest'
import type { Identity } from '#web/store/base/contract.ts'
import { fakeCookie } from '#web/test/fake-session.ts'
import { someone } from '#web/test/test-store.ts'
import { createCurrentSession } from './current-session.ts'
import type { SessionResult } from './fetch-session.ts'

const ada = someone
const marek: Identity = { ...someone, id: 'marek' }
const user = (identity: Identity): SessionResult => ({ kind: 'user', identity })
const signedOut: SessionResult = { kind: 'signed-out' }

type Step = readonly [SessionResult, Identity | 'ended' | null]

async function check(person: Identity | 'ended' | null, ...results: readonly Step[]) {
  const cookie = fakeCookie(person)
  const remaining = [...results]
  const currentSession = createCurrentSession(async () => {
    const [who, then] = remaining.shift()!
    cookie.value = fakeCookie(then).value
    return who
  }, cookie)
  const result = await currentSession.check()
  expect(remaining).toEqual([])
  return [result.kind === 'user' ? result.identity.id : result.kind, cookie.value]
}

test('WHO4 WHO11 a response that matches the cookie counts', async () => {
  expect(await check(ada, [user(ada), ada])).toEqual([ada.id, ada.id])
  expect(await check(ada, [user(marek), marek])).toEqual(['marek', 'marek'])
  expect(await check(ada, [signedOut, null])).toEqual(['signed-out', null])
})

test('WHO3 a missing or different cookie is set from the response', async () => {
  expect(await check(null, [user(ada), null])).toEqual([ada.id, ada.id])
  expect(await check(marek, [user(ada), marek], [user(ada), marek])).toEqual([ada.id, ada.id])
})

test('WHO3 an ended session does not change the cookie', async () => {
  expect(await check(ada, [signedOut, ada])).toEqual(['signed-out', ada.id])
  expect(await check('ended', [signedOut, 'ended'])).toEqual(['signed-out', 'ended'])
})

test('WHO4 a request from before a sign-in is repeated', async () => {
  expect(await check(ada, [user(ada), marek], [user(marek), marek])).toEqual(['marek', 'marek'])
  expect(await check(null, [signedOut, marek], [user(marek), marek])).toEqual(['marek', 'marek'])
})

test('WHO7 a request from before a sign-out is repeated, and does not restore the session', async () => {
  expect(await check(ada, [user(ada), 'ended'], [signedOut, 'ended'])).toEqual(['signed-out', 'ended'])
  expect(await check(ada, [user(ada), null], [signedOut, null])).toEqual(['signed-out', null])
  expect(await check(null, [user(ada), 'ended'], [user(ada), 'ended'], [user(ada), 'ended'])).toEqual([
    'unreachable',
    'ended',
  ])
})
