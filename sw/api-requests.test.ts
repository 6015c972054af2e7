import { expect, it } from 'vitest'
import { isWatched, passThrough } from './api-requests.ts'
import { createConnection } from './connection.ts'

const origin = 'https://firm.test'
const request = (path: string, init: RequestInit = {}) => new Request(new URL(path, origin), init)
const asNavigation = (request: Request): Request =>
  new Proxy(request, { get: (target, key) => (key === 'mode' ? 'navigate' : Reflect.get(target, key, target)) })

it.each(['/api/sync/feed?after=0', '/api/projects'])('watches %s', (path) => {
  expect(isWatched(request(path), origin)).toBe(true)
})

it.each(['/api/sync/stream', '/projects', '/assets/main.js', 'https://elsewhere.test/api/projects'])(
  'leaves %s to the browser',
  (path) => expect(isWatched(request(path), origin)).toBe(false),
)

it('leaves signing in and out, which are navigations, to the browser', () => {
  expect(isWatched(asNavigation(request('/api/login')), origin)).toBe(false)
})

it('passes the response through, and any status counts as reachable', async () => {
  const connection = createConnection(() => {})
  const serverResponse = new Response('busy', { status: 503 })
  expect(await passThrough(request('/api/projects'), connection, async () => serverResponse)).toBe(serverResponse)
  expect(connection.online).toBe(true)
})

it('records a request that never arrived, and the page sees it fail', async () => {
  const connection = createConnection(() => {})
  const response = await passThrough(request('/api/projects'), connection, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  )
  expect(response.type).toBe('error')
  expect(connection.online).toBe(false)
})

it('ignores a request that its page aborted', async () => {
  const connection = createConnection(() => {})
  const abortedRequest = request('/api/projects', { signal: AbortSignal.abort() })
  await passThrough(abortedRequest, connection, () => Promise.reject(new DOMException('aborted', 'AbortError')))
  expect(connection.online).toBe(null)
})
