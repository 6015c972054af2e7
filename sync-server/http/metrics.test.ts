import { setImmediate } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { change, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { createMetrics, serveMetrics } from './metrics.ts'

const server = await setupServer()

function setupCounted() {
  const metrics = createMetrics()
  const onVerdict = (verdict: string) => metrics.count('changes', { verdict })
  return { metrics, counted: { ...server, app: createApp({ ...server, metrics, onVerdict }) } }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line && !line.startsWith('#'))

describe('the metrics', () => {
  it('count requests by the pattern of their route, and hold no id, name or address', async () => {
    const { metrics, counted } = setupCounted()
    const { admin } = await createFirm(server)
    const staff = as(counted, admin)
    const made = await staff.post('/api/projects', { name: 'Quay', type: 'COMMERCIAL' })
    const { id } = (await made.json()) as { id: string }
    await staff.get(`/api/projects/${id}`)
    await staff.get(`/api/projects/${id.replace(/.$/, 'x')}`)
    await staff.get('/api/secret-of-mine')
    await staff.get('/nowhere/secret-of-mine')
    await as(counted, null).request('PURGE', '/healthz')
    expect(linesOf(metrics.text())).toEqual([
      'holdfast_requests_total{method="POST",route="/api/projects",status="201"} 1',
      'holdfast_requests_total{method="GET",route="/api/projects/:id",status="200"} 1',
      'holdfast_requests_total{method="GET",route="/api/projects/:id",status="404"} 1',
      'holdfast_requests_total{method="GET",route="*",status="404"} 2',
      'holdfast_requests_total{method="OTHER",route="*",status="404"} 1',
      'holdfast_changes_total{verdict="applied"} 1',
    ])
  })

  it('count changes by verdict over REST and sync', async () => {
    const { metrics, counted } = setupCounted()
    const { admin } = await createFirm(server)
    const staff = as(counted, admin)
    await staff.push(change(project()), change(project({ name: '' })))
    await staff.post('/api/projects', { name: 'Quay', type: 'COMMERCIAL' })
    expect(linesOf(metrics.text()).slice(-2)).toEqual([
      'holdfast_changes_total{verdict="applied"} 2',
      'holdfast_changes_total{verdict="rejected"} 1',
    ])
  })

  it('are served on a separate port, each with a line of help', async () => {
    const metrics = createMetrics()
    metrics.measure('streams', 'Open streams', () => 3)
    const { ownPort, close } = await serveMetrics(metrics, 0, '127.0.0.1').then((own) => ({
      ownPort: (own.address() as { port: number }).port,
      close: () => own.close(),
    }))
    const response = await fetch(`http://127.0.0.1:${ownPort}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text).toContain('# HELP holdfast_streams Open streams\n# TYPE holdfast_streams gauge\nholdfast_streams 3\n')
    for (const other of ['/', '/metrics/', '/api/projects', '/healthz'])
      expect((await fetch(`http://127.0.0.1:${ownPort}${other}`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${ownPort}/metrics`, { method: 'POST' })).status).toBe(405)
    close()
    expect((await server.app.request('/metrics')).status).toBe(404)
  })
})

it('the pool reports busy connections and waiting callers', async () => {
  const { database } = server
  const free = Promise.withResolvers<void>()
  const held = await Promise.all(Array.from({ length: 4 }, () => holdConnection(free.promise)))
  const late = database.tenant(uuidv7(), async () => {})
  await setImmediate()
  expect(database.load()).toEqual({ busy: 4, waiting: 1 })
  free.resolve()
  await Promise.all([...held.map(({ ended }) => ended), late])
  expect(database.load()).toEqual({ busy: 0, waiting: 0 })
})

it('a firm has at most three connections, so others are not blocked', async () => {
  const { database } = server
  const free = Promise.withResolvers<void>()
  const busy = uuidv7()
  const held = await Promise.all(Array.from({ length: 3 }, () => holdConnection(free.promise, busy)))
  let isIn = false
  const fourth = database.tenant(busy, async () => void (isIn = true))
  await database.tenant(uuidv7(), async () => {})
  expect([isIn, database.load()]).toEqual([false, { busy: 3, waiting: 0 }])
  free.resolve()
  await Promise.all([...held.map(({ ended }) => ended), fourth])
  expect(isIn).toBe(true)
})

async function holdConnection(free: Promise<void>, tenantId: string = uuidv7()) {
  const began = Promise.withResolvers<void>()
  const ended = server.database.tenant(tenantId, async () => {
    began.resolve()
    await free
  })
  await began.promise
  return { ended }
}
