import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { as } from '#server/test/device.ts'
import { createFirm, numberOf } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { listen } from '#server/http/listen.ts'

const server = await setupServer()
const body = { name: 'Quay', type: 'COMMERCIAL' }

describe('requests from another site', () => {
  const refused: [string, Record<string, string>][] = [
    ['JSON with a foreign origin', { origin: 'https://evil.example' }],
    ['JSON with no origin to speak of', { origin: 'null' }],
    ['the right name on another port', { origin: 'http://localhost:8080' }],
    ['the right name over https', { origin: 'https://localhost' }],
    ['a browser that says cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says same-site', { 'sec-fetch-site': 'same-site' }],
    ['same-origin by a foreign origin', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    ['a form from nowhere', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a text from nowhere', { 'content-type': 'text/plain;charset=application/json' }],
  ]

  it.each(refused)('are refused: %s', async (_, headers) => {
    const { admin, tenantId } = await createFirm(server)
    const device = as(server, admin)
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['POST', '/api/sync/changes'],
      ['POST', '/api/logout'],
      ['POST', '/api/login'],
      ['PATCH', '/api/auth/user/role'],
    ] as const) {
      expect([path, (await device.request(method, path, body, headers)).status]).toEqual([path, 403])
    }
    expect(await numberOf(server, tenantId)).toBe(0)
    expect((await device.get('/api/auth/user')).status).toBe(200)
  })

  it.each<[string, Record<string, string>]>([
    ['the own origin', { origin: 'http://localhost' }],
    ['a browser that says same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['a person who typed it', { 'sec-fetch-site': 'none' }],
    ['a script without either', {}],
  ])('are not taken for it: %s', async (_, headers) => {
    const { admin } = await createFirm(server)
    expect((await as(server, admin).post('/api/projects', body, headers)).status).toBe(201)
  })

  it('behind a proxy are recognized by the public address', async () => {
    const app = createApp({ ...server, publicUrl: 'https://holdfast.example' })
    const { admin } = await createFirm(server)
    const post = (origin: string) => as({ ...server, app }, admin).post('/api/projects', body, { origin })
    expect((await post('https://holdfast.example')).status).toBe(201)
    expect((await post('http://localhost')).status).toBe(403)
  })

  it('cannot give this server a name of their own', async () => {
    const { admin } = await createFirm(server)
    const { app } = server
    const request = async (at: string, method = 'GET') => {
      const headers = { cookie: admin.cookie, origin: new URL(at).origin }
      return (await app.request(at, { method, headers })).status
    }
    expect(await request('http://evil.example/api/auth/user')).toBe(403)
    expect(await request('http://evil.example/api/logout', 'POST')).toBe(403)
    expect(await request('http://evil.example/')).toBe(403)
    expect(await request('http://127.0.0.1:3000/api/auth/user')).toBe(200)
  })
})

describe('an unknown address', () => {
  const client = new Hono().get('*', (context) => context.html('the client'))

  it.each(['/api', '/api/', '/api/castles', '/api/projects/1/2', '/api/sync', '/api/documents/x/y'])(
    '%s is a 401 for strangers and a 404 for people, as JSON, never the client',
    async (path) => {
      const app = createApp({ ...server, client })
      const { admin } = await createFirm(server)
      const [stranger, person] = [as({ ...server, app }, null), as({ ...server, app }, admin)]
      const responses = [await stranger.get(path), await person.get(path)]
      expect(await Promise.all(responses.map(async (each) => [each.status, await each.json()]))).toEqual([
        [401, { message: 'Unauthorized', code: 'UNAUTHORIZED' }],
        [404, { message: 'Not found', code: 'NOT_FOUND' }],
      ])
    },
  )

  it('looks like a known one to a browser without a session', async () => {
    const open = async (path: string) => {
      const response = await server.app.request(path, { headers: { accept: 'text/html' } })
      return [response.status, response.headers.get('content-type'), await response.text()]
    }
    const [unknown, known] = [await open('/api/castles'), await open('/api/projects')]
    expect(unknown).toEqual(known)
  })
})

describe('every response', () => {
  const opened = async (path: string, method = 'GET') => {
    const headers = { accept: 'text/html,*/*' }
    const response = await as(server, null).request(method, path, method === 'GET' ? undefined : {}, headers)
    return { headers: response.headers, page: await response.text() }
  }

  it.each(['/healthz', '/api/login', '/api/projects', '/api/castles', '/nowhere'])(
    'carries the headers of safety: %s',
    async (path) => {
      const { headers } = await as(server, null).get(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      const policy = headers.get('content-security-policy')!
      expect(policy).toMatch(/script-src 'self';/)
      expect(policy).toMatch(/frame-ancestors 'none'/)
      expect(policy).toMatch(/frame-src 'none';/)
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  it.each([
    ['/api/login', 'GET'],
    ['/nowhere', 'GET'],
    ['/nowhere', 'POST'],
    ['/share', 'POST'],
  ])('that is one of the server’s own pages allows their one style and no other: %s %s', async (path, method) => {
    const { headers, page } = await opened(path, method)
    const [, style] = /<style>([^]*?)<\/style>/.exec(page)!
    const hash = createHash('sha256').update(style!).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('without a page allows styles from files only', async () => {
    for (const path of ['/api/projects', '/api/castles', '/healthz', '/files/x'])
      expect((await opened(path)).headers.get('content-security-policy')).toContain(`style-src 'self';`)
  })

  it('to a disconnected client is not an error', async () => {
    const { admin } = await createFirm(server)
    const own = await listen(server.app.fetch, 0, '127.0.0.1')
    const { port } = own.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    const head = `host: localhost\r\ncookie: ${admin.cookie}\r\ncontent-type: application/json\r\ncontent-length: 99`
    socket.write(`POST /api/projects HTTP/1.1\r\n${head}\r\n\r\n{"na`)
    const [, response] = await once(own, 'request')
    await server.sessions.find('nobody')
    await server.database.directory`select 1`
    socket.destroy()
    await once(response, 'close')
    await new Promise((resolve) => own.close(resolve))
    await server.database.directory`select 1`
    expect(server.unexpectedErrors).toEqual([])
  })

  it('to an unexpected error is a 500 without details', async () => {
    const { admin } = await createFirm(server)
    const sessions = { ...server.sessions, find: () => Promise.reject(new Error('secret detail')) }
    const response = await as({ ...server, app: createApp({ ...server, sessions }) }, admin).get('/api/projects')
    expect([response.status, await response.json()]).toEqual([
      500,
      { message: 'Something went wrong. Try again later.', code: 'INTERNAL' },
    ])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(server.unexpectedErrors.splice(0).join()).toContain('secret detail')
  })
})

describe('health', () => {
  it('is ready as long as the database answers', async () => {
    const stranger = as(server, null)
    for (const path of ['/healthz', '/readyz']) {
      const response = await stranger.get(path)
      expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
    }
  })

  it('is alive but not ready without a database', async () => {
    const { ownerUrl, drop } = await createTestDatabase()
    const database = await openDatabase(ownerUrl, 2)
    const stranger = as({ ...server, app: createApp({ ...server, database }) }, null)
    expect((await stranger.get('/readyz')).status).toBe(200)
    await database.close()
    expect([(await stranger.get('/readyz')).status, (await stranger.get('/healthz')).status]).toEqual([503, 200])
    await drop()
  })
})
