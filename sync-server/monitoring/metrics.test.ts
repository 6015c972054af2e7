import { setImmediate } from 'node:timers/promises'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Upload } from '@tus/server'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { folderStore } from '#server/files/file-store.ts'
import { lastBackupAt, recordBackup } from '#server/installation.ts'
import { createWorker } from '#server/jobs/worker.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { createApp } from '#server/test/app.ts'
import { change, project } from '#server/test/changes.ts'
import { as } from '#server/test/device.ts'
import { createFirm } from '#server/test/firm.ts'
import { setupServer } from '#server/test/server.ts'
import { createMetrics } from './metrics.ts'
import { gaugeServer } from './server-gauges.ts'
import { serveMetrics } from './serve-metrics.ts'
import { withStorageErrors } from './storage-errors.ts'

const server = await setupServer()

function setupCounted() {
  const metrics = createMetrics()
  return { metrics, counted: { ...server, app: createApp({ ...server, ...metrics }) } }
}

/** Without Node's own metrics, whose names begin otherwise. */
async function linesOf({ text }: { readonly text: () => Promise<string> }, name: string): Promise<string[]> {
  return (await text()).split('\n').filter((line) => line.startsWith(`holdfast_${name}`))
}

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
    expect(await linesOf(metrics, 'http_requests_total')).toEqual([
      'holdfast_http_requests_total{method="POST",route="/api/projects",status="201"} 1',
      'holdfast_http_requests_total{method="GET",route="/api/projects/:id",status="200"} 1',
      'holdfast_http_requests_total{method="GET",route="/api/projects/:id",status="404"} 1',
      'holdfast_http_requests_total{method="GET",route="*",status="404"} 2',
      'holdfast_http_requests_total{method="OTHER",route="*",status="404"} 1',
    ])
    expect(await linesOf(metrics, 'http_request_duration_seconds_count')).toEqual([
      'holdfast_http_request_duration_seconds_count{route="/api/projects",status_class="2xx"} 1',
      'holdfast_http_request_duration_seconds_count{route="/api/projects/:id",status_class="2xx"} 1',
      'holdfast_http_request_duration_seconds_count{route="/api/projects/:id",status_class="4xx"} 1',
      'holdfast_http_request_duration_seconds_count{route="*",status_class="4xx"} 3',
    ])
  })

  it('count changes by verdict over REST and sync', async () => {
    const { metrics, counted } = setupCounted()
    const { admin } = await createFirm(server)
    const staff = as(counted, admin)
    await staff.push(change(project()), change(project({ name: '' })))
    await staff.post('/api/projects', { name: 'Quay', type: 'COMMERCIAL' })
    expect(await linesOf(metrics, 'changes')).toEqual([
      'holdfast_changes_total{verdict="applied"} 2',
      'holdfast_changes_total{verdict="rejected"} 1',
    ])
  })

  it('LIVE11 show how far devices are behind and how old their unsent work is', async () => {
    const { metrics, counted } = setupCounted()
    const { admin } = await createFirm(server)
    const staff = as(counted, admin)
    await staff.write(project())
    const { to, epoch, scope } = await staff.page()
    await staff.push(change(project()), change(project()), change(project()))
    const path = `/api/sync/feed?after=${to}&epoch=${epoch}&scope=${scope}`
    await staff.get(path, { 'holdfast-unsent-age': '90' })
    await staff.get(path, { 'holdfast-unsent-age': 'yesterday' })
    expect(await linesOf(metrics, 'feed_pages')).toEqual(['holdfast_feed_pages_total{more="false"} 3'])
    expect(await linesOf(metrics, 'feed_lag_changes_sum')).toEqual(['holdfast_feed_lag_changes_sum 6'])
    expect(await linesOf(metrics, 'outbox_age_seconds_sum')).toEqual(['holdfast_outbox_age_seconds_sum 90'])
    expect(await linesOf(metrics, 'outbox_age_seconds_count')).toEqual(['holdfast_outbox_age_seconds_count 1'])
  })

  it('count the runs of jobs with their outcome and the last success', async () => {
    const metrics = createMetrics()
    const { tenantId } = await createFirm(server)
    const run = async (_: unknown, { key }: { readonly key: string }) => {
      if (key === 'broken') throw new Error('Broken')
    }
    const worker = createWorker({ ...server, jobs: { tidy: { run } }, onRun: metrics.onJobRun })
    for (const key of ['whole', 'broken'])
      await server.database.tenant(tenantId, (tx) => queueJob(tx, { kind: 'tidy', key, runAt: server.now() }))
    await worker.checkFirm(tenantId)
    expect(await linesOf(metrics, 'job_runs')).toEqual(
      expect.arrayContaining([
        'holdfast_job_runs_total{kind="tidy",outcome="done"} 1',
        'holdfast_job_runs_total{kind="tidy",outcome="failed"} 1',
      ]),
    )
    expect(await linesOf(metrics, 'job_duration_seconds_count')).toEqual([
      'holdfast_job_duration_seconds_count{kind="tidy"} 2',
    ])
    expect(await linesOf(metrics, 'job_last_success')).toEqual([
      expect.stringMatching(/^holdfast_job_last_success_timestamp_seconds\{kind="tidy"\} \d{10}$/),
    ])
    server.unexpectedErrors.length = 0
  })

  it('count operations that find the storage unavailable, of uploads too', async () => {
    const metrics = createMetrics()
    const folder = join(tmpdir(), `holdfast-no-folder-${process.pid}`)
    await writeFile(folder, 'a file where the folder should be')
    const files = withStorageErrors(folderStore(folder), metrics.onStorageError)
    await expect(files.keep('firm/one', Buffer.from('one'))).rejects.toThrow('cannot be used')
    await expect(files.arriving.create(new Upload({ id: 'firm/two', offset: 0, size: 1 }))).rejects.toThrow(
      'cannot be used',
    )
    expect(await linesOf(metrics, 'storage_errors')).toEqual(['holdfast_storage_errors_total 2'])
    await rm(folder)
  })

  it('show the state of the server at each scrape', async () => {
    const metrics = createMetrics()
    gaugeServer(metrics, {
      ...server,
      lastBackupAt: () => lastBackupAt(server.database),
      folders: { files: tmpdir(), database: '/nowhere/at/all' },
    })
    expect(await linesOf(metrics, 'ready')).toEqual(['holdfast_ready 1'])
    expect(await linesOf(metrics, 'streams_open')).toEqual(['holdfast_streams_open 0'])
    expect(await linesOf(metrics, 'db_connections_max')).toEqual([
      'holdfast_db_connections_max{pool="app"} 4',
      'holdfast_db_connections_max{pool="directory"} 2',
    ])
    expect(await linesOf(metrics, 'storage_free_bytes')).toEqual([
      expect.stringMatching(/^holdfast_storage_free_bytes\{volume="files"\} \d+$/),
    ])
  })

  it('show the last backup once one is recorded', async () => {
    const metrics = createMetrics()
    gaugeServer(metrics, { ...server, lastBackupAt: () => lastBackupAt(server.database), folders: {} })
    expect(await linesOf(metrics, 'backup')).toEqual([])
    await recordBackup(server.database, new Date('2026-03-15T02:00:00Z'))
    expect(await linesOf(metrics, 'backup')).toEqual(['holdfast_backup_last_success_timestamp_seconds 1773540000'])
  })

  it('are served on a separate port, each with a line of help', async () => {
    const metrics = createMetrics()
    metrics.gauge('streams_open', 'Open streams', () => 3)
    metrics.gauge('broken', 'Not readable', () => Promise.reject(new Error('Gone')))
    const own = await serveMetrics(metrics, 0, '127.0.0.1')
    const { port } = own.address() as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const text = await response.text()
    expect(text).toContain(
      '# HELP holdfast_streams_open Open streams\n# TYPE holdfast_streams_open gauge\nholdfast_streams_open 3\n',
    )
    expect(text).toContain('\nprocess_cpu_seconds_total ')
    for (const other of ['/', '/metrics/', '/api/projects', '/healthz'])
      expect((await fetch(`http://127.0.0.1:${port}${other}`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405)
    own.close()
    expect((await server.app.request('/metrics')).status).toBe(404)
  })
})

it('the pool reports busy connections and waiting callers', async () => {
  const { database } = server
  const free = Promise.withResolvers<void>()
  const held = await Promise.all(Array.from({ length: 4 }, () => holdConnection(free.promise)))
  const late = database.tenant(uuidv7(), async () => {})
  await setImmediate()
  expect(database.pools()['app']).toMatchObject({ busy: 4, waiting: 1 })
  free.resolve()
  await Promise.all([...held.map(({ ended }) => ended), late])
  expect(database.pools()['app']).toMatchObject({ busy: 0, waiting: 0 })
})

it('a firm has at most three connections, so others are not blocked', async () => {
  const { database } = server
  const free = Promise.withResolvers<void>()
  const busy = uuidv7()
  const held = await Promise.all(Array.from({ length: 3 }, () => holdConnection(free.promise, busy)))
  let isIn = false
  const fourth = database.tenant(busy, async () => void (isIn = true))
  await database.tenant(uuidv7(), async () => {})
  expect([isIn, database.pools()['app']]).toEqual([false, { busy: 3, waiting: 0, size: 4 }])
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
