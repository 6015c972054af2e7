import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { personHeader, protocolHeader } from '#schema/sync/protocol.ts'
import { createApp } from '#server/test/app.ts'
import { change, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm, numberOf, type TestPerson } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'

const server = await setupServer()
const routes = server.app.routes.filter(
  ({ method, path }) => method !== 'ALL' && path.startsWith('/api/') && !path.includes('*'),
)
const roles = ['admin', 'manager', 'investor'] as const
const streamPath = '/api/sync/stream'

const refused = { code: 'OTHER_PERSON', message: 'Unauthorized' }

async function request(session: TestPerson, person: string, method: string, path: string) {
  let isRead = false
  const pull = (controller: ReadableStreamDefaultController) => {
    isRead = true
    controller.enqueue(new TextEncoder().encode('{}'))
    controller.close()
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await server.app.request(path.replaceAll(':id', uuidv7()), {
    method,
    headers: { cookie: session.cookie, [personHeader]: person, 'content-type': 'application/json' },
    ...(hasBody ? { body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' } : {}),
  } as RequestInit)
  const body = (await response.json()) as unknown
  return { status: response.status, body, isRead, header: response.headers.get(protocolHeader) }
}

describe('WHO1 the session of another person', async () => {
  const [here, there] = [await createFirm(server), await createFirm(server)]
  const people = roles.flatMap((role) => [here[role], there[role]])

  it('there are routes of every kind', () => {
    const paths = new Set(routes.map(({ path }) => path))
    for (const path of ['/api/sync/feed', '/api/sync/changes', streamPath, '/api/projects/:id', '/api/auth/user'])
      expect(paths).toContain(path)
  })

  it.each(routes.map(({ method, path }) => [method, path] as const))(
    'is refused at %s %s before anything is read',
    async (method, path) => {
      for (const session of people) {
        for (const person of people.filter((each) => each !== session)) {
          const { header, ...response } = await request(session, person.userId, method, path)
          expect(response).toEqual({ status: 401, body: refused, isRead: false })
          expect(header).toBe('1')
        }
      }
      expect([await numberOf(server, here.tenantId), await numberOf(server, there.tenantId)]).toEqual([0, 0])
      for (const { cookie } of people) expect((await as(server, { cookie }).get('/api/auth/user')).status).toBe(200)
    },
  )

  it('gets no stream, whose address names the person', async () => {
    const { admin, manager } = await createFirm(server)
    const open = (person: string) => as(server, admin).get(`${streamPath}?person=${person}`)
    const response = await open(manager.userId)
    expect([response.status, await response.json()]).toEqual([401, refused])
    expect((await open('')).status).toBe(401)
    const own = await open(admin.userId)
    expect(own.status).toBe(200)
    await own.body!.cancel()
  })

  it('the address names the person of a stream only', async () => {
    const { admin, manager } = await createFirm(server)
    expect((await as(server, admin).get(`/api/projects?person=${manager.userId}`)).status).toBe(200)
  })

  it('WHO8 a person’s own session is served, and a request without a person is not checked', async () => {
    const { admin } = await createFirm(server)
    const device = as(server, admin)
    for (const headers of [{ [personHeader]: admin.userId }, {}])
      expect((await device.post('/api/projects', { name: 'Quay', type: 'COMMERCIAL' }, headers)).status).toBe(201)
  })

  it('without a session the response is 401 UNAUTHORIZED, not OTHER_PERSON', async () => {
    const { admin } = await createFirm(server)
    const response = await as(server, null).get('/api/projects', { [personHeader]: admin.userId })
    expect([response.status, await response.json()]).toEqual([401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }])
  })
})

describe('WHO2 the person of a response', () => {
  it('is named in feed heads and in responses to changes', async () => {
    const firm = await createFirm(server)
    for (const role of roles) {
      const device = as(server, firm[role])
      const { userId: person } = firm[role]
      expect(await device.page()).toMatchObject({ person })
      expect(await (await device.send([change(project())])).json()).toMatchObject({ person })
    }
  })
})

describe('WHO6 every response under /api names the protocol version', () => {
  it.each([
    ['GET', '/api/auth/user', 200],
    ['GET', '/api/login', 200],
    ['GET', '/api/projects/x', 404],
    ['GET', '/api/castles', 404],
    ['GET', '/api', 404],
    ['POST', '/api/projects', 400],
    ['GET', '/api/sync/feed?after=x', 400],
    ['GET', '/api/sync/feed?after=9&epoch=x&scope=x', 409],
    ['GET', '/api/openapi.json', 200],
  ])('%s %s: %s', async (method, path, status) => {
    const { admin } = await createFirm(server)
    const response = await as(server, admin).request(method, path, method === 'POST' ? {} : undefined)
    expect([response.status, response.headers.get(protocolHeader)]).toEqual([status, '1'])
  })

  it('also without a session, to other sites, after an unexpected error and on a stream', async () => {
    const { admin } = await createFirm(server)
    const stream = await as(server, admin).get(streamPath)
    const sessions = { ...server.sessions, find: () => Promise.reject(new Error('a surprise')) }
    const responses = [
      await as(server, null).get('/api/projects'),
      await as(server, admin).post('/api/projects', {}, { origin: 'https://evil.example' }),
      await as({ ...server, app: createApp({ ...server, sessions }) }, admin).get('/api/projects'),
      stream,
    ]
    await stream.body!.cancel()
    for (const { headers } of responses) expect(headers.get(protocolHeader)).toBe('1')
    expect(server.unexpectedErrors.splice(0)).toHaveLength(1)
    expect((await as(server, null).get('/healthz')).headers.get(protocolHeader)).toBeNull()
  })

  it('a 401 has the reason for the end of the session where it is known', async () => {
    const [expired, deactivated] = [(await createFirm(server)).admin, (await createFirm(server)).manager]
    await server.database.directory`update directory.users set is_active = false where id = ${deactivated.userId}`
    const responseTo = async (cookie: string) => {
      const response = await as(server, { cookie }).get('/api/projects')
      return [response.status, await response.json()]
    }
    const body = { code: 'UNAUTHORIZED', message: 'Unauthorized' }
    expect(await responseTo(deactivated.cookie)).toEqual([401, { ...body, reason: 'deactivated' }])
    server.clock.advance(31 * 86_400_000)
    expect(await responseTo(expired.cookie)).toEqual([401, { ...body, reason: 'expired' }])
    expect(await responseTo('holdfast=made-up')).toEqual([401, body])
    expect(await (await as(server, expired).get('/api/castles')).json()).toMatchObject({ reason: 'expired' })
  })
})
