import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { codes } from '#schema/kernel/codes.ts'
import { pathOf } from '#schema/kernel/entity.ts'
import { maxFileBytes } from '#schema/kernel/files.ts'
import { entities, replicatedEntities } from '#schema/registry.ts'
import { demoOf } from '#server/demo/demo.ts'
import { createApp } from '#server/test/app.ts'
import { describeCalls, type Schema } from '#server/test/responses/described-calls.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { createWorld } from '#server/test/world.ts'
import type { Call } from '#server/http/calls/call.ts'
import { descriptionCall } from './description-call.ts'
import type { Env } from '#server/http/env.ts'

const server = await setupServer()

interface Operation {
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly required?: boolean }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>
  }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: object; readonly headers?: object }>
  >
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<'schemas' | 'headers' | 'parameters', Readonly<Record<string, unknown>>>>
}

async function describeApi(): Promise<Description> {
  const { admin } = await createFirm(server)
  return (await (await as(server, admin).get('/api/openapi.json')).json()) as Description
}

const described = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, at]) =>
    Object.entries(at).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
const name = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`

describe('openapi.json', () => {
  it('is generated once, not for each request', async () => {
    let reads = 0
    const other: Call = {
      method: 'get',
      path: '/api/other',
      get summary() {
        reads++
        return 'Another call'
      },
      auth: 'anybody',
      responses: {},
      handle: async () => new Response(),
    }
    const app = new Hono<Env>()
    const { investor } = await createFirm(server)
    const session = await server.sessions.find(investor.cookie.split('=')[1]!)
    app.use(async (context, next) => {
      if (session && 'viewer' in session) context.set('session', session)
      return next()
    })
    const description = descriptionCall([other], [])
    const { path } = description
    app.get(path, (context) => description.handle(context))
    const request = async () => {
      const response = await app.request(path)
      return [response.status, response.headers.get('content-type'), await response.json()] as const
    }
    const first = await request()
    expect(first).toMatchObject([200, 'application/json', { paths: { '/api/other': {}, [path]: {} } }])
    expect([await request(), reads]).toEqual([first, 1])
  })

  it('describes every route below /api and /files, and no other', async () => {
    const routes = createApp({ ...server, demo: demoOf(false) })
      .routes.filter(({ method, path }) => method !== 'ALL' && /^\/(api|files)\//.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect(
      described(await describeApi())
        .map(name)
        .toSorted(),
    ).toEqual(routes.toSorted())
    expect(routes.length).toBeGreaterThan(40)
  })

  it('is complete: no other method or path is a call', async () => {
    const { admin } = await createFirm(server)
    const device = as(server, admin)
    const { paths } = await describeApi()
    const isRead = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)
    const found: string[] = []
    let probed = 0
    const denied = entities
      .filter(({ access }) => access.ADMIN.read === 'nothing')
      .map((entity) => `/api/${pathOf(entity)}/`)
    const probe = async (method: string, path: string) => {
      probed++
      const { status } = await device.request(method, path, isRead(method) ? undefined : {})
      const isDenied = status === 403 && denied.some((each) => path.startsWith(each))
      if (status !== 404 && status !== 405 && !isDenied) found.push(`${method} ${path} ${status}`)
    }
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'BREW']
    for (const [path, at] of Object.entries(paths)) {
      const id = path.replace('{id}', '0197a3b0-0000-7000-8000-000000000001')
      const documented = Object.keys(at).flatMap((method) =>
        method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
      )
      for (const method of methods.filter((each) => !documented.includes(each))) await probe(method, id)
      for (const other of [`${id}/`, `${id}/more`, id.replace('/api', '/api/v1'), id.replace('/api', '/API')])
        if (!Object.hasOwn(paths, other) && !other.includes('000001/'))
          for (const method of ['GET', 'POST']) await probe(method, other)
    }
    for (const path of [
      '/api',
      '/api/',
      '/api/tables',
      '/api/verdicts',
      '/api/audit-events',
      '/api/marks',
      '/files',
      '/files/',
    ])
      for (const method of methods) await probe(method, path)
    expect(found).toEqual([])
    expect(probed).toBeGreaterThan(1_000)
  })

  it('leaves out only health checks, the doctor’s probe, the page and the share target', async () => {
    const routes = createApp({ ...server, demo: demoOf(false) }).routes
    const others = routes.filter(({ method, path }) => method !== 'ALL' && !/^\/(api|files)\//.test(path))
    expect([...new Set(others.map(name))]).toEqual([
      'GET /healthz',
      'GET /readyz',
      'GET /healthz/probe',
      'PATCH /healthz/probe',
      'POST /share',
      'GET /',
    ])
    for (const { path } of others.slice(0, 2))
      expect(await (await as(server, null).get(path)).json()).toEqual({ status: 'ok' })
  })

  it('refers only to schemas that it has', async () => {
    const description = await describeApi()
    const names = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, each]) => each!)
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((each) => !Object.hasOwn(description.components.schemas, each))).toEqual([])
  })

  it('describes each body and each id in a path', async () => {
    const calls = described(await describeApi())
    for (const { path, operation } of calls) {
      const inPath = operation.parameters.filter((each) => each.in === 'path').map((each) => each.name)
      expect([path, inPath]).toEqual([path, path.includes('{id}') ? ['id'] : []])
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) expect(schema).not.toEqual({})
    }
    const posts = calls.filter(
      ({ method, path }) =>
        method === 'POST' &&
        !/restore|logout|resend|revoke|take|drop|commissions\/run|id}\/reset|mark-unpaid/.test(path),
    )
    expect(posts.filter(({ operation }) => !operation.requestBody).map(name)).toEqual([])
  })

  it('requires no fields in a body of changes, and the mandatory ones in a create', async () => {
    const { paths } = await describeApi()
    const bodyOf = (method: string, path: string) =>
      paths[path]![method]!.requestBody!.content['application/json']!.schema
    expect(bodyOf('patch', '/api/users/{id}')).not.toHaveProperty('required')
    expect(Object.keys(bodyOf('patch', '/api/users/{id}')['properties'] as object)).toContain('role')
    expect(bodyOf('post', '/api/user-invitations')).toMatchObject({ required: ['email', 'role'] })
  })

  it('describes exactly the fields that the rows of each list have', async () => {
    const world = await createWorld(server, 'ROWS')
    const people = [world.admin, world.manager, world.investor].map((each) => as(server, each))
    const { calls, components } = await describeCalls(people[0]!)
    const namesIn = ({ $ref, allOf, properties }: Schema): string[] => [
      ...(typeof $ref === 'string' ? namesIn(components[$ref.split('/').at(-1)!]!) : []),
      ...((allOf as Schema[] | undefined) ?? []).flatMap(namesIn),
      ...Object.keys(properties ?? {}),
    ]
    let compared = 0
    for (const { method, path, responses } of calls) {
      const { type, items } = responses['200'] ?? {}
      if (method !== 'GET' || path.includes('{id}') || type !== 'array') continue
      const lists = await Promise.all(people.map(async (each) => (await each.get(path)).json() as Promise<object[]>))
      const [ofAdmin, ofManager, ofInvestor] = lists.map((each) => (Array.isArray(each) ? each : []))
      const rows = [...ofAdmin!, ...ofManager!, ...ofInvestor!]
      if (!rows.length) continue
      const hidden = rows.length === ofInvestor!.length ? ['createdBy'] : []
      compared++
      const present = [...new Set(rows.flatMap((row) => Object.keys(row)))].toSorted()
      const names = namesIn(items as Schema).filter((each) => !hidden.includes(each))
      expect([path, names.toSorted()]).toEqual([path, present])
    }
    expect(compared).toBeGreaterThan(20)
  })

  it('leaves responses open to new properties, but not the changes that a device sends', async () => {
    const { paths } = await describeApi()
    const calls = Object.values(paths).flatMap((at) => Object.values(at))
    const closed = JSON.stringify({ additionalProperties: false }).slice(1, -1)
    expect(calls.filter(({ responses }) => JSON.stringify(responses).includes(closed))).toEqual([])
    expect(JSON.stringify(paths['/api/sync/changes']!['post']!.requestBody)).toContain(closed)
  })

  it('bounds the size of an upload, and no other integer by what JavaScript can count', async () => {
    const description = await describeApi()
    expect(JSON.stringify(description)).not.toContain(String(Number.MAX_SAFE_INTEGER))
    const bound = { type: 'integer', minimum: 0, maximum: maxFileBytes }
    expect(description.paths['/api/uploads/{id}']!['get']!.responses['200']!.content).toMatchObject({
      'application/json': { schema: { properties: { size: bound, offset: bound } } },
    })
  })

  it('describes a reference as nullable if the reader may not know the record', async () => {
    const { components } = await describeApi()
    expect(components.schemas['CashFlowsRow']).toMatchObject({
      properties: { projectId: { anyOf: [{ type: 'string' }, { type: 'null' }] }, amount: { type: 'string' } },
    })
  })

  it('describes the common errors of every call, with known codes', async () => {
    for (const { method, path, operation } of described(await describeApi())) {
      const { responses } = operation
      const where = `${method} ${path}`
      for (const status of ['403', '429', '500', '503']) {
        const { content, headers = {} } = responses[status] ?? {}
        expect([where, status, content]).toEqual([
          where,
          status,
          expect.objectContaining({ 'application/json': expect.anything() }),
        ])
        const isLater = status === '429' || status === '503'
        expect([where, status, Object.hasOwn(headers, 'Retry-After')]).toEqual([where, status, isLater])
      }
      const describedCodes = Object.entries(responses).flatMap(([status, { description, content = {} }]) =>
        status >= '400' && Object.hasOwn(content, 'application/json') ? description.split(';')[0]!.split(', ') : [],
      )
      expect([where, describedCodes.filter((code) => !(codes as readonly string[]).includes(code))]).toEqual([
        where,
        [],
      ])
    }
  })

  it('describes NEWER for every call that reads or writes records', async () => {
    const calls = described(await describeApi())
    const silent = calls.filter(({ operation }) => !operation.responses['503']!.description.includes('NEWER'))
    const paths = replicatedEntities.map((each) => `/api/${pathOf(each)}`)
    expect(
      silent.map(({ path }) => path).filter((path) => paths.some((each) => `${path}/`.startsWith(`${each}/`))),
    ).toEqual([])
  })

  it('describes the id of the request in every response', async () => {
    const responses = described(await describeApi()).flatMap(({ operation }) => Object.values(operation.responses))
    expect(responses.filter(({ headers = {} }) => !Object.hasOwn(headers, 'X-Request-Id'))).toEqual([])
  })

  it('refers only to headers and parameters that it has', async () => {
    const { components, ...description } = await describeApi()
    const named = [...JSON.stringify(description).matchAll(/"#\/components\/(headers|parameters)\/([\w-]+)"/g)]
    expect(named.length).toBeGreaterThan(1_000)
    expect(named.filter(([, kind, name]) => !Object.hasOwn(components[kind as 'headers'], name!))).toEqual([])
  })
})
