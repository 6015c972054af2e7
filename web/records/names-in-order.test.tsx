import { expect, test } from 'vitest'
import { openTestStore } from '#web/test/test-store.ts'
import { namesInOrder } from './names-in-order.ts'

test('records stand in the order of their names whatever the case or accent, and are found by them', async () => {
  const store = await openTestStore()
  for (const [firstName, lastName] of [
    ['Ömer', 'Çelik'],
    ['ada', 'Berg'],
    ['Zoe', 'Ahn'],
  ])
    store.put('investors', { firstName, lastName, email: 'someone@example.com' })
  await store.caughtUp()
  const view = store.view('investors', namesInOrder('investors') as never)
  const names = () => view.rows.slice(0, 9).map((row) => (row as { firstName: string }).firstName)
  await expect.poll(() => view.ready && names()).toEqual(['ada', 'Ömer', 'Zoe'])
  view.update({ search: 'celik' })
  await expect.poll(names).toEqual(['Ömer'])
  view.close()
  await store.close()
})

test('every list of an entity gets the same options, and every entity its own', () => {
  expect(namesInOrder('investors')).toBe(namesInOrder('investors'))
  expect(namesInOrder('projects')).not.toBe(namesInOrder('investors'))
})
