import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '#server/log.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const behindProxy = { ...server, proxies: 1 }
const idOf = async (headers: Record<string, string>, app = createApp(behindProxy)): Promise<string | null> =>
  (await app.request('/healthz', { headers })).headers.get('x-request-id')

it('every response names its request, including one that a handler constructs itself', async () => {
  const { admin } = await createFirm(server)
  const paths = ['/healthz', '/api/projects', '/api/sync/feed?after=0&epoch=&scope=', '/api/nowhere', '/nowhere']
  const responses = await Promise.all(paths.map((path) => as(server, admin).get(path)))
  const ids = responses.map(({ headers }) => headers.get('x-request-id'))
  expect(ids).toEqual(paths.map(() => expect.stringMatching(uuid)))
  expect(new Set(ids).size).toBe(paths.length)
})

it('a safe id from a proxy is kept, or its trace id', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(await idOf({ 'x-request-id': 'proxy-1_2=' })).toBe('proxy-1_2=')
  expect(await idOf({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })).toBe(trace)
  for (const headers of [
    { 'x-request-id': 'a"}\\n{"level":60' },
    { 'x-request-id': 'x'.repeat(65) },
    { traceparent: `00-${trace}-1-01` },
    { traceparent: '<script>' },
  ])
    expect(await idOf(headers as Record<string, string>)).toMatch(uuid)
})

it('without a proxy, a client cannot choose the id of its request', async () => {
  for (const headers of [
    { 'x-request-id': 'of-another' },
    { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
  ])
    expect(await idOf(headers as Record<string, string>, server.app)).toMatch(uuid)
})

it('the log lines of a request carry its id, and no others', async () => {
  const lines: string[] = []
  const log = createLog('info', new Writable({ write: (line, _, done) => done(void lines.push(String(line))) }))
  const app = createApp({ ...behindProxy, log })
  const body = new URLSearchParams({ email: 'nobody@example.test', password: 'wrong' })
  const headers = { origin: 'http://localhost', 'x-request-id': 'sign-in-1' }
  await app.request('/api/login', { method: 'POST', body, headers })
  log.info('afterwards')
  const logged = lines.map((line) => JSON.parse(line) as { msg: string; requestId?: string })
  expect(logged.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ['sessions.signIn: refused', 'sign-in-1'],
    ['afterwards', undefined],
  ])
})
