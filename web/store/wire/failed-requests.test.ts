import { expect, it } from 'vitest'
import { FailedRequests, newestOf } from './failed-requests.ts'

it('LIVE12 the latest failed requests are kept by the id in the server’s log, without their query', async () => {
  let at = 0
  let changes = 0
  const failed = new FailedRequests(
    () => ++at,
    () => void changes++,
  )
  const responses = [200, 500, 404].map(
    (status, i) => new Response('', { status, headers: { 'x-request-id': `id-${i}` } }),
  )
  const fetch = failed.watch(async () => responses.shift() ?? new Response('', { status: 502 }))
  for (const path of ['/api/one', '/api/two?secret=1', '/api/three', '/api/of-a-proxy']) await fetch(path, {})
  expect([failed.latest, changes]).toEqual([
    [
      { at: 2, path: '/api/three', status: 404, requestId: 'id-2' },
      { at: 1, path: '/api/two', status: 500, requestId: 'id-1' },
    ],
    2,
  ])
})

it('at most ten are kept, each once', () => {
  const requestAt = (at: number) => ({ at, path: '/api/one', status: 500, requestId: `id-${at}` })
  const all = Array.from({ length: 12 }, (_, at) => requestAt(at))
  expect(newestOf([...all, ...all]).map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
})
