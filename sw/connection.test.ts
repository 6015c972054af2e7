import { expect, it } from 'vitest'
import { createConnection } from './connection.ts'

it('notifies of the first result and then of each change', () => {
  const reported: boolean[] = []
  const connection = createConnection((online) => reported.push(online))
  expect(connection.online).toBe(null)
  for (const online of [true, true, false, false, true]) connection.record(online)
  expect(reported).toEqual([true, false, true])
  expect(connection.online).toBe(true)
})

it('resolves next() with the next result even if it is unchanged', async () => {
  const connection = createConnection(() => {})
  connection.record(true)
  const next = connection.next()
  connection.record(true)
  connection.record(false)
  expect(await next).toBe(true)
})

it('stops waiting after giveUp, until a page makes another request', async () => {
  const connection = createConnection(() => {})
  const next = connection.next()
  connection.giveUp()
  expect(await next).toBe(false)
  expect(await connection.next()).toBe(false)
  connection.record(true)
  const afterGiveUp = connection.next()
  connection.record(true)
  expect(await afterGiveUp).toBe(true)
})
