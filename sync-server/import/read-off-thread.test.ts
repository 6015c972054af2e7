import { expect, it } from 'vitest'
import { readOffThread } from './read-off-thread.ts'

it('stops reading when its signal aborts', async () => {
  const content = new TextEncoder().encode('Name,Mail\nAda,ada@example.com\n'.repeat(10_000))
  const client = new AbortController()
  const order = { source: { path: 'people.csv', content }, isCount: false, maxRows: 200_000 }
  const reading = readOffThread(order, client.signal)
  expect((await reading.next()).value).toMatchObject({ count: 500, isEnd: false })
  client.abort()
  await expect(reading.next()).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})
