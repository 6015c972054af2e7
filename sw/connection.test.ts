import { expect, it } from 'vitest'
import { createConnection } from './connection.ts'

it('tells the first finding, and then each change once', () => {
  const told: boolean[] = []
  const connection = createConnection((online) => told.push(online))
  expect(connection.online).toBe(null)
  for (const online of [true, true, false, false, true]) connection.heard(online)
  expect(told).toEqual([true, false, true])
  expect(connection.online).toBe(true)
})

it('reports what the next request shows, also when nothing changes', async () => {
  const connection = createConnection(() => {})
  connection.heard(true)
  const next = connection.next()
  connection.heard(true)
  connection.heard(false)
  expect(await next).toBe(true)
})

it('waits for nothing once it has given up, until a request shows that the pages ask again', async () => {
  const connection = createConnection(() => {})
  const next = connection.next()
  connection.giveUp()
  expect(await next).toBe(false)
  expect(await connection.next()).toBe(false)
  connection.heard(true)
  const again = connection.next()
  connection.heard(true)
  expect(await again).toBe(true)
})
