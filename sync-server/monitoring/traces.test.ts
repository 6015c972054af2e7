import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { createSessions } from '#server/auth/sessions.ts'
import { openDatabase } from '#server/db/connect/database.ts'
import { createApp } from '#server/test/app.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { openTraces } from './traces.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly Attribute[]
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const received: Export[] = []
const collector = createServer(async (request, response) => {
  received.push((await json(request)) as Export)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
afterAll(() => void collector.close())
const { port } = collector.address() as { port: number }

const server = await setupServer()
const traces = openTraces(`http://127.0.0.1:${port}`, true)
const database = await openDatabase(server.ownerUrl, 4, server.now, undefined, traces.traceStatement)
afterAll(() => database.close())

it('a collector receives a span for a request and one for each of its statements, without values', async () => {
  const { admin, tenantId } = await createFirm(server)
  const app = createApp({
    ...server,
    proxies: 1,
    database,
    sessions: createSessions(database, server.now),
    traceRequest: traces.traceRequest,
  })
  const [trace, id] = ['4bf92f3577b34da6a3ce929d0e0e4736', uuidv7()]
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'of-this-test' }
  const staff = as({ ...server, app }, admin)
  await staff.post('/api/projects', { name: 'Secret quay', type: 'COMMERCIAL' }, headers)
  await staff.get(`/api/projects/${id}?search=secret`, headers)
  await traces.close()

  const all = received.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = all.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
  const valueOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) =>
    Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]
  expect(valueOf(all[0]!.resource, 'service.name')).toBe('holdfast')
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]))
  const requests = spans.filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7')
  expect(
    requests.map((span) => [
      span.name,
      valueOf(span, 'http.response.status_code'),
      valueOf(span, 'holdfast.request_id'),
    ]),
  ).toEqual([
    ['POST /api/projects', 201, 'of-this-test'],
    ['GET /api/projects/:id', 404, 'of-this-test'],
  ])
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === requests[0]!.spanId)
  const texts = statements.map((span) => valueOf(span, 'db.query.text'))
  expect(texts).toContainEqual(expect.stringMatching(/^insert into projects .*\$1/s))
  expect(texts).toContainEqual(expect.stringMatching(/from directory\.sessions/))
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['INSERT', 'SELECT', 'COMMIT']))
  const sent = JSON.stringify(received)
  for (const value of ['Secret', 'secret', id, tenantId, admin.userId, admin.cookie.split('=')[1]!, 'localhost'])
    expect(sent).not.toContain(value)
})
