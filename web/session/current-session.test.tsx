import { expect, test } from 'vitest'
import type { Identity } from '#web/store/base/contract.ts'
import { fakeCookie } from '#web/test/fake-session.ts'
import { someone } from '#web/test/test-store.ts'
import { createCurrentSession } from './current-session.ts'
import type { SessionAnswer } from './ask-session.ts'

const ada = someone
const marek: Identity = { ...someone, id: 'marek' }
const user = (identity: Identity): SessionAnswer => ({ kind: 'user', identity })
const nobody: SessionAnswer = { kind: 'nobody' }

type Answer = readonly [SessionAnswer, Identity | 'ended' | null]

async function ask(person: Identity | 'ended' | null, ...answers: readonly Answer[]) {
  const cookie = fakeCookie(person)
  const remaining = [...answers]
  const currentSession = createCurrentSession(async () => {
    const [who, then] = remaining.shift()!
    cookie.value = fakeCookie(then).value
    return who
  }, cookie)
  const answer = await currentSession.ask()
  expect(remaining).toEqual([])
  return [answer.kind === 'user' ? answer.identity.id : answer.kind, cookie.value]
}

test('WHO4 WHO11 a response that matches the cookie counts', async () => {
  expect(await ask(ada, [user(ada), ada])).toEqual([ada.id, ada.id])
  expect(await ask(ada, [user(marek), marek])).toEqual(['marek', 'marek'])
  expect(await ask(ada, [nobody, null])).toEqual(['nobody', null])
})

test('WHO3 a missing or different cookie is set from the response', async () => {
  expect(await ask(null, [user(ada), null])).toEqual([ada.id, ada.id])
  expect(await ask(marek, [user(ada), marek], [user(ada), marek])).toEqual([ada.id, ada.id])
})

test('WHO3 an ended session does not change the cookie', async () => {
  expect(await ask(ada, [nobody, ada])).toEqual(['nobody', ada.id])
  expect(await ask('ended', [nobody, 'ended'])).toEqual(['nobody', 'ended'])
})

test('WHO4 a request from before a sign-in is repeated', async () => {
  expect(await ask(ada, [user(ada), marek], [user(marek), marek])).toEqual(['marek', 'marek'])
  expect(await ask(null, [nobody, marek], [user(marek), marek])).toEqual(['marek', 'marek'])
})

test('WHO7 a request from before a logout is repeated, and does not restore the session', async () => {
  expect(await ask(ada, [user(ada), 'ended'], [nobody, 'ended'])).toEqual(['nobody', 'ended'])
  expect(await ask(ada, [user(ada), null], [nobody, null])).toEqual(['nobody', null])
  expect(await ask(null, [user(ada), 'ended'], [user(ada), 'ended'], [user(ada), 'ended'])).toEqual([
    'unreachable',
    'ended',
  ])
})
