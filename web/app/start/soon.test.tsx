import { expect, test } from 'vitest'
import { createSoon } from './soon.ts'

test('runs functions one after the other, after the page’s own work', async () => {
  const soon = createSoon()
  const calls: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  soon(() => calls.push('first'))
  const cancel = soon(() => calls.push('canceled'))
  soon(() => {
    calls.push('second')
    soon(() => (calls.push('third'), resolve()))
  })
  cancel()
  cancel()
  calls.push('immediately')
  void Promise.resolve().then(() => calls.push('in a moment'))
  await promise
  expect(calls).toEqual(['immediately', 'in a moment', 'first', 'second', 'third'])
})

test('canceling one function does not affect the others', async () => {
  const soon = createSoon()
  const ran: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  soon(() => {
    cancel()
    ran.push(1)
  })
  const cancel = soon(() => ran.push(2))
  soon(() => (ran.push(3), resolve()))
  await promise
  expect(ran).toEqual([1, 3])
})
