import { expect, test } from 'vitest'
import { soonByMessage } from './soon.ts'

test('runs functions one after the other, after the page’s own work', async () => {
  const soon = soonByMessage()
  const ran: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  soon(() => ran.push('first'))
  const cancel = soon(() => ran.push('cancelled'))
  soon(() => {
    ran.push('second')
    soon(() => (ran.push('third'), resolve()))
  })
  cancel()
  cancel()
  ran.push('at once')
  void Promise.resolve().then(() => ran.push('in a moment'))
  await promise
  expect(ran).toEqual(['at once', 'in a moment', 'first', 'second', 'third'])
})

test('a cancelled function leaves the others their turns', async () => {
  const soon = soonByMessage()
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
