import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import 'fake-indexeddb/auto'
import { v7 as uuidv7 } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { changesPath, streamPath } from '#schema/sync/protocol.ts'
import { runningNodes } from '#server/db/nodes.ts'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createFirm, signUp } from '#server/test/firm.ts'
import { openServer } from '#server/test/server.ts'
import { openStore } from '#web/store/open.ts'
import { ada, Device } from '#web/store/test/device.ts'
import { type NodeProcess, startNode } from './processes/node-process.ts'

/** Each device's node. */
const homeNodes = [0, 1, 1, 2]

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await after(10)
}

function balancer(
  nodes: readonly NodeProcess[],
  first: number,
  cookie: string,
  accepted: (ids: readonly string[], by: NodeProcess) => void,
) {
  let nodeIndex = first
  return async (path: string, init: RequestInit): Promise<Response> => {
    const node = nodes[nodeIndex % nodes.length]!
    const { url } = node
    try {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie)
      headers.set('origin', url)
      const response = await fetch(url + path, { ...init, headers })
      const text = await response.text()
      if (path === changesPath && response.ok) accepted(acceptedIn(init.body as string, text), node)
      return new Response(text, response)
    } catch (error) {
      nodeIndex++
      throw error
    }
  }
}

interface SentBody {
  readonly changes: readonly { readonly ops: readonly { readonly id: string }[] }[]
}

function acceptedIn(body: string, responseText: string): readonly string[] {
  const { changes } = JSON.parse(body) as SentBody
  const { results } = JSON.parse(responseText) as { readonly results: readonly { readonly verdict: string }[] }
  return changes.flatMap(({ ops }, i) => (results[i]!.verdict === 'applied' ? ops.map(({ id }) => id) : []))
}

async function listen(url: string, cookie: string, stop: AbortSignal): Promise<() => number> {
  let highest = 0
  const { body } = await fetch(url + streamPath, { headers: { cookie }, signal: stop })
  const read = async () => {
    for await (const part of body!.pipeThrough(new TextDecoderStream()))
      for (const [number] of part.matchAll(/\d+/g)) highest = Math.max(highest, Number(number))
  }
  read().catch(() => {})
  return () => highest
}

it('a killed node loses nothing that it acknowledged, and its devices continue at another node', async () => {
  const { ownerUrl, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'))
  const testServer = await openServer(ownerUrl)
  testServer.clock.set(new Date().toISOString())
  const { tenantId } = await createFirm(testServer)
  const nodes = await Promise.all([1, 2, 3].map(() => startNode(ownerUrl, dataDir)))
  const listening = new AbortController()
  try {
    const people = await Promise.all(homeNodes.map(() => signUp(testServer, tenantId, 'PORTFOLIO_MANAGER')))
    const newest = await listen(nodes[0]!.url, people[0]!.cookie, listening.signal)
    let killedAt = Infinity
    const devices = await Promise.all(
      people.map(async ({ userId, email, role, cookie }, i) => {
        const accepted: string[] = []
        const restartedAt: number[] = []
        const fetchHere = balancer(nodes, homeNodes[i]!, cookie, (ids, by) => {
          accepted.push(...ids)
          if (ids.length && by !== nodes[1] && performance.now() > killedAt)
            restartedAt.push(performance.now() - killedAt)
        })
        const store = await openStore(
          new Device().deps({
            identity: { ...ada, id: userId, tenantId, email, role },
            fetch: fetchHere,
            timers: { setTimeout, clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) },
            now: Date.now,
            monotonic: () => performance.now(),
            random: Math.random,
            newId: () => uuidv7(),
          }),
        )
        return { store, accepted, restartedAt, made: [] as string[], isOfKilled: homeNodes[i] === 1 }
      }),
    )
    await until(() => devices.every(({ store }) => store.status.hasAllRows))

    const write = async (device: (typeof devices)[number], ends: () => boolean) => {
      while (!ends()) {
        const made = await device.store.create('projects', {
          name: `Project ${device.made.length}`,
          type: 'COMMERCIAL',
        })
        if (made.ok) device.made.push(made.id)
        await after(15)
      }
    }
    const isReconnected = () => devices.every(({ restartedAt, isOfKilled }) => !isOfKilled || restartedAt.length > 0)
    const writing = devices.map((device) => write(device, () => performance.now() > killedAt + 500 && isReconnected()))
    await until(() => devices.every(({ accepted }) => accepted.length > 10))
    const [, killed] = nodes
    killedAt = performance.now()
    killed!.program.kill('SIGKILL')
    const acknowledged = devices.flatMap(({ accepted }) => [...accepted])
    await Promise.all(writing)
    await until(() => devices.every(({ store }) => store.status.waiting === 0))

    const rows = await testServer.database.tenant(tenantId, (tx) =>
      tx.query<{ id: string }>('select id from projects where tenant_id = $1', [tenantId]),
    )
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect([...stored].toSorted()).toEqual(devices.flatMap(({ made }) => made).toSorted())
    expect(devices.map(({ store }) => store.status.attention)).toEqual(devices.map(() => 0))
    const [last] = await testServer.database.tenant(tenantId, (tx) =>
      tx.query<{ n: number }>('select n from tenant_numbers where tenant_id = $1', [tenantId]),
    )
    await until(() => newest() >= last!.n)
    const waits = devices.filter(({ isOfKilled }) => isOfKilled).map(({ restartedAt }) => restartedAt[0]!)
    // VERBOSE=1 prints the measurements.
    if (process.env['VERBOSE'])
      process.stdout.write(
        `${acknowledged.length} before, ${stored.size} in all, back after ${waits.map(Math.round).join(' and ')} ms\n`,
      )
    await Promise.all(devices.map(({ store }) => store.close()))
  } finally {
    listening.abort()
    for (const { program } of nodes) {
      const ended = program.exitCode !== null || program.signalCode !== null ? undefined : once(program, 'exit')
      program.kill('SIGKILL')
      await ended
    }
    await testServer.close()
    rmSync(dataDir, { recursive: true })
    await drop()
  }
})

async function setupNode(settings: Readonly<Record<string, string>> = {}) {
  const { ownerUrl, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'nodes-'))
  const testServer = await openServer(ownerUrl)
  testServer.clock.set(new Date().toISOString())
  return {
    ownerUrl,
    testServer,
    runningCount: async () => (await runningNodes(testServer.database.directory)).length,
    start: async () => {
      const { program, url } = await startNode(ownerUrl, dataDir, settings)
      const ended = once(program, 'exit')
      onTestFinished(async () => {
        program.kill('SIGKILL')
        await ended
        await testServer.close()
        rmSync(dataDir, { recursive: true })
        await drop()
      })
      return { program, url, ended }
    },
  }
}

it('a stopping node is not ready, but serves requests and streams until the load balancer has noticed', async () => {
  const { testServer, runningCount, start } = await setupNode({ DRAIN_SECONDS: '600' })
  const { admin } = await createFirm(testServer)
  const { program, url, ended } = await start()
  const headers = { cookie: admin.cookie, origin: url, 'content-type': 'application/json' }
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(url + path, { ...init, headers })).status
  const post = { method: 'POST', body: JSON.stringify({ name: 'Quay', type: 'COMMERCIAL' }) }
  const stream = await fetch(url + streamPath, { headers })
  await expect.poll(runningCount).toBe(1)
  program.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect([await statusOf('/healthz'), await statusOf('/api/projects', post)]).toEqual([200, 201])
  expect([(await fetch(url + streamPath, { headers })).status, await runningCount()]).toEqual([200, 1])
  program.kill('SIGTERM')
  expect(await stream.text()).toMatch(/goodbye\nretry: \d+\n\n$/)
  expect([await ended, await runningCount()]).toEqual([[0, null], 0])
})

it('a node that is stopped while it starts leaves the list of running nodes', async () => {
  const { ownerUrl, runningCount, start } = await setupNode()
  await withSql(ownerUrl, (owner) =>
    owner.unsafe(`
      create function delay() returns trigger language plpgsql as $$ begin
        perform pg_sleep(1);
        return new;
      end $$;
      create trigger delay before insert on directory.installation
        for each row when (new.part like 'node %') execute function delay();`),
  )
  const { program, ended } = await start()
  program.kill('SIGTERM')
  expect([await ended, await runningCount()]).toEqual([[0, null], 0])
})
