import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { changesPath, streamPath } from '#schema/sync/protocol.ts'
import { change, project, remove } from '#server/test/changes.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { openServer } from '#server/test/server.ts'
import { freePort } from './processes/free-port.ts'
import { startNode } from './processes/node-process.ts'

const { ownerUrl, drop } = await createTestDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'serve-'))
const here = await openServer(ownerUrl)
here.clock.set(new Date().toISOString())
const { tenantId, admin, manager, investor } = await createFirm(here)
const metricsPort = await freePort()
const { url, program } = await startNode(ownerUrl, dataDir, { HOST: '0.0.0.0', METRICS_PORT: String(metricsPort) })
afterAll(async () => {
  program.kill('SIGKILL')
  await here.close()
  rmSync(dataDir, { recursive: true })
  await drop()
})

const client = '0197a3b0-0000-7000-8000-00000000000c'
const headers = ({ cookie }: { readonly cookie: string }) => ({
  cookie,
  origin: url,
  'content-type': 'application/json',
})

it('limits the operations of an investor and of staff in a minute, and the requests of a session', async () => {
  const ops = Array.from({ length: 50 }, () => remove('projects', client))
  const push = async (person: { readonly cookie: string }, operations: number) => {
    const body = JSON.stringify({ client, changes: Array.from({ length: operations / 50 }, () => change(...ops)) })
    return (await fetch(url + changesPath, { method: 'POST', headers: headers(person), body })).status
  }
  expect([await push(investor, 400), await push(investor, 50)]).toEqual([200, 429])
  const staff = await signUp(here, tenantId, 'PORTFOLIO_MANAGER')
  const startedAt = performance.now()
  // The limit is per minute, and comes back while the node decides.
  const limit = () => 20_000 * (1 + (performance.now() - startedAt) / 60_000)
  let pushed = 0
  while ((await push(staff, 11_000)) === 200) {
    expect(pushed).toBeLessThan(limit())
    pushed += 11_000
  }
  expect(pushed).toBeGreaterThan(20_000)
  expect(await push(staff, 11_000)).toBe(429)
  // Counted by address until the node knows the session.
  await requestTimes(1)
  const { 404: served, 429: refused } = await requestTimes(1_600)
  expect([served! >= 1_200, refused! > 0]).toEqual([true, true])
})

it('serves metrics on a separate port, only to its own machine', async () => {
  const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect([figures.status, await figures.text()]).toEqual([200, expect.stringMatching(/holdfast_\w*requests/)])
  expect((await fetch(`${url}/metrics`)).headers.get('content-type')).not.toMatch(/version=/)
  for (const address of ownAddresses())
    await expect(fetch(`http://${address}:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')
})

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )

async function requestTimes(times: number): Promise<Record<string, number>> {
  const { host, hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = `GET /api/nothing HTTP/1.1\r\nhost: ${host}\r\ncookie: ${manager.cookie}\r\n`
  socket.write(`${head}\r\n`.repeat(times - 1) + `${head}connection: close\r\n\r\n`)
  const statuses = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!)
  return Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

it('a shutdown ends streams, finishes pending requests and releases the database', async () => {
  const { body } = await fetch(url + streamPath, { headers: headers(admin) })
  const stream = body!.pipeThrough(new TextDecoderStream()).getReader()
  await stream.read()
  const late = project()
  const sent = JSON.stringify({ client, changes: [change(late)] })
  const length = { 'content-length': sent.length, expect: '100-continue' }
  const open = request(url + changesPath, { method: 'POST', headers: { ...headers(admin), ...length } })
  const served = once(open, 'response') as Promise<[IncomingMessage]>
  open.flushHeaders()
  await once(open, 'continue')
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  let received = ''
  for (let part = await stream.read(); !part.done; part = await stream.read()) received += part.value
  expect(received).toMatch(/: goodbye\nretry: \d+\n\n$/)
  await expect(fetch(`${url}/healthz`), 'no new connections').rejects.toThrow('fetch failed')
  open.end(sent)
  const [response] = await served
  const { results } = JSON.parse(await text(response)) as { results: readonly { verdict: string }[] }
  expect([response.statusCode, results.map(({ verdict }) => verdict)]).toEqual([200, ['applied']])
  expect(await ended).toEqual([0, null])
  const rows = await here.database.tenant(tenantId, (tx) =>
    tx.query('select id from projects where tenant_id = $1 and id = $2', [tenantId, late.id]),
  )
  expect(rows).toHaveLength(1)
})
