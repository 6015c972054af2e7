import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import 'fake-indexeddb/auto'
import { expect, it, onTestFinished } from 'vitest'
import { protocolHeader, streamPath } from '#schema/sync/protocol.ts'
import { openSql } from '#server/db/postgres/open-sql.ts'
import { createEmptyDatabase } from '#server/test/database.ts'
import type { TestPerson } from '#server/test/firm.ts'
import { password, passwordHash } from '#server/test/password.ts'
import { freePort } from '../processes/free-port.ts'
import { type NodeProcess, startNode } from '../processes/node-process.ts'
import { root } from '../processes/programs.ts'
import { ensurePrograms } from './debian-process.ts'
import { type DrillDevice, isSynced, openDrillDevice, until } from './devices.ts'
import { startCaddy, startHaproxy } from './load-balancers.ts'
import { checkOutServer } from './older-server.ts'
import { seedFirm } from './seed-firm.ts'
import { startWireLoad } from './wire-load.ts'

const olderCommit = process.env['OLDER_COMMIT']
const deviceCount = 6
const loadCount = 4
const jobFirmCount = 5
const writePauseMs = 250
const phaseMs = 3_000
const drainSeconds = 5

type StartBalancer = typeof startHaproxy

async function setup(startBalancer: StartBalancer, project: string) {
  ensurePrograms({ haproxy: 'haproxy', caddy: 'caddy' })
  const folder = mkdtempSync(join(tmpdir(), 'nodes-drill-'))
  chmodSync(folder, 0o755)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const closing: (() => unknown)[] = [removeFolder]
  onTestFinished(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const { ownerUrl, drop } = await createEmptyDatabase()
  const owner = openSql(ownerUrl)
  closing.push(drop, () => owner.end())

  const nodes: NodeProcess[] = []
  const ports = [await freePort(), await freePort(), await freePort()]
  async function start(at: number, version = project): Promise<void> {
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(ports[at]),
      TRUST_PROXY: '1',
      DRAIN_SECONDS: String(drainSeconds),
    }
    nodes[at] = await startNode(ownerUrl, folder, settings, version)
  }
  async function stop(at: number, signal: NodeJS.Signals): Promise<void> {
    const { program } = nodes[at]!
    const ended = once(program, 'exit')
    program.kill(signal)
    await ended
  }
  for (const at of ports.keys()) await start(at)
  closing.push(() => nodes.forEach(({ program }) => program.kill('SIGKILL')))
  // After those that kill what writes to it.
  process.once('exit', removeFolder)

  const { tenantId, people } = await seedFirm(owner, deviceCount + loadCount, { passwordHash })
  const jobFirms: Awaited<ReturnType<typeof seedFirm>>[] = []
  for (let i = 0; i < jobFirmCount; i++) jobFirms.push(await seedFirm(owner, 1))
  const urls = nodes.map(({ url }) => url)
  const { url, server } = await startBalancer(folder, urls)
  closing.push(() => server.kill())
  for (const { people: staff } of jobFirms) await createCommissions(url, staff[0]!)
  // Jobs of a new installation wait until its clock is trusted.
  await owner`update directory.clock set steady_since = '2020-01-01'`
  const repeatJobs = () => owner`update jobs set run_at = now() where run_at > now()`
  await repeatJobs()

  const connections = new Set<string>()
  const devices: DrillDevice[] = []
  for (const [i, person] of people.slice(0, deviceCount).entries()) {
    const device = await openDrillDevice(url, person, i)
    device.store.subscribeStatus(() => connections.add(device.store.status.connection))
    devices.push(device)
  }
  closing.push(() => Promise.all(devices.map((device) => device.close())))
  await until(() => devices.every(isSynced), 'all devices are in sync')
  const writers = devices.map((device) => device.write(() => writePauseMs))
  closing.push(() => Promise.all(writers.map((writer) => writer.stop())))
  const load = startWireLoad(url, people.slice(deviceCount))
  closing.push(() => load.stop())

  const commissions = async () => {
    const rows = await owner<{ count: number; different: number }[]>`
      select count(*)::int as count, count(distinct (agreement_id, investment_id, due_date))::int as different
      from commissions where tenant_id in ${owner(jobFirms.map((firm) => firm.tenantId))} and deleted_at is null
      group by tenant_id`
    return rows.map(({ count, different }) => [count, different])
  }
  await until(async () => (await commissions()).length === jobFirmCount, 'the jobs have written')
  const due = await commissions()
  load.take()

  return {
    folder,
    owner,
    url,
    urls,
    ports,
    devices,
    person: people.at(-1)!,
    start,
    stop,
    load,
    repeatJobs,
    /** Tries again while the server is busy, as the sign-in page asks. */
    async signIn(): Promise<number> {
      for (;;) {
        const body = new URLSearchParams({ email: people[0]!.email, password })
        const init: RequestInit = { method: 'POST', headers: { origin: url }, body, redirect: 'manual' }
        const { status } = await fetch(`${url}/api/login`, init)
        if (status !== 503) return status
        await after(1_000)
      }
    },
    async expectNothingLost() {
      await Promise.all(writers.map((writer) => writer.stop()))
      await load.stop()
      await until(() => devices.every(isSynced), 'all devices are in sync again')
      const rows = await owner<{ id: string; name: string }[]>`
        select id, name from projects where tenant_id = ${tenantId} and name like 'Project %'`
      expect(rows.map(({ id }) => id).toSorted()).toEqual(devices.flatMap(({ created }) => created).toSorted())
      expect(devices.map(({ store }) => store.status.attention)).toEqual(devices.map(() => 0))
      expect([...connections].filter((each) => !/^(starting|online|slow|checking|offline)$/.test(each))).toEqual([])
      expect(await commissions()).toEqual(due)
      expect(new Set(due.map(([count, different]) => count === different))).toEqual(new Set([true]))
      return rows.length
    },
  }
}

/** For each month since then, a job writes a commission. */
async function createCommissions(url: string, { cookie }: TestPerson): Promise<void> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  async function post(path: string, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const response = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { id: string }).id
  }
  const referralId = await post('referrals', { name: 'Rana' })
  const projectId = await post('projects', { name: 'Harbour', type: 'REAL_ESTATE' })
  const investorId = await post('investors', { firstName: 'Omar', email: 'omar@example.com', referralId })
  const terms = { commissionPercentage: '1', frequency: 'MONTHLY', referralId, projectId }
  await post('referral-commissions', terms)
  const holding = { projectId, investorId, amount: '1000.00', status: 'FUNDED', investmentDate: '2025-09-15' }
  await post('investments', holding)
}

type Drill = Awaited<ReturnType<typeof setup>>

async function phase(name: string, drill: Drill, work: () => Promise<void>) {
  const { load } = drill
  await drill.repeatJobs()
  await work()
  const status = await drill.signIn()
  await after(phaseMs)
  const result = load.take()
  console.log(
    `${name}: ${result.requests} requests, failed ${JSON.stringify(result.failures)}, slowest ${result.slowestMs} ms, sign-in ${status}`,
  )
  expect(status).toBe(303)
  return result
}

async function rollingRestart({ ports, stop, start }: Drill, project = root): Promise<void> {
  for (const at of ports.keys()) {
    await stop(at, 'SIGTERM')
    await start(at, project)
    // The load balancer notices it.
    await after(2_000)
  }
}

async function withoutWrites({ url, urls, owner, person, devices }: Drill): Promise<void> {
  const setReadOnly = async (value: string) => {
    await owner.unsafe('set default_transaction_read_only = off')
    await owner.unsafe(`alter system set default_transaction_read_only = ${value}`)
    await owner.unsafe('select pg_reload_conf()')
  }
  const readiness = () => Promise.all(urls.map(async (each) => (await fetch(`${each}/readyz`)).status))
  const headers = { cookie: person.cookie, origin: url, 'content-type': 'application/json' }
  await setReadOnly('on')
  try {
    await until(async () => (await readiness()).every((status) => status === 503), 'no node is ready')
    await after(phaseMs)
    const body = JSON.stringify({ name: 'Never', type: 'COMMERCIAL' })
    const responses = {
      'a list': await fetch(`${url}/api/projects?limit=5`, { headers }),
      'the feed': await fetch(`${url}/api/sync/feed?after=0`, { headers }),
      'a stream': await fetch(url + streamPath, { headers }),
      'a write': await fetch(`${url}/api/projects`, { method: 'POST', headers, body }),
    }
    const seen = Object.entries(responses).map(([what, { status }]) => `${what} ${status}`)
    console.log(`no node takes writes: ${seen.join(', ')}`)
    const { headers: writeResponse } = responses['a write']
    for (const response of Object.values(responses)) await response.body?.cancel()
    expect(seen).toEqual(['a list 200', 'the feed 200', 'a stream 200', 'a write 503'])
    expect([writeResponse.has(protocolHeader), writeResponse.get('retry-after')]).toEqual([true, '1'])
  } finally {
    await setReadOnly('off')
  }
  const since = performance.now()
  const counts = devices.map(({ acknowledged }) => acknowledged.length)
  await until(() => devices.every(({ acknowledged }, i) => acknowledged.length > counts[i]!), 'devices write again')
  console.log(`each device has written again after ${((performance.now() - since) / 1_000).toFixed(1)} s`)
}

it.each([
  ['HAProxy', startHaproxy],
  ['Caddy', startCaddy],
] as const)(
  'behind %s, nodes are killed, restarted and without writes: nothing is lost, jobs write once, everybody stays signed in',
  async (name, startBalancer) => {
    const drill = await setup(startBalancer, root)
    const calm = await phase(`${name}, undisturbed`, drill, async () => {})
    await phase(`${name}, kill -9`, drill, async () => {
      await drill.stop(1, 'SIGKILL')
      await after(phaseMs)
      await drill.start(1)
    })
    const restart = await phase(`${name}, rolling restart`, drill, () => rollingRestart(drill))
    await phase(`${name}, no writes`, drill, () => withoutWrites(drill))
    console.log(`${name}: ${await drill.expectNothingLost()} records of devices, none lost`)
    expect([calm.failures, restart.failures]).toEqual([{}, {}])
  },
)

it('a rolling upgrade from an older build loses nothing, and migrates under load', async () => {
  if (!olderCommit) throw new Error('OLDER_COMMIT names the older build')
  const sources = mkdtempSync(join(tmpdir(), 'nodes-older-'))
  onTestFinished(() => rmSync(sources, { recursive: true, force: true }))
  const drill = await setup(startHaproxy, await checkOutServer(olderCommit, join(sources, 'older')))
  const migrations = async () => {
    const [found] = await drill.owner<{ count: number }[]>`
      select count(*)::int as count from drizzle.__drizzle_migrations`
    return found!.count
  }
  const before = await migrations()
  await phase('older build, undisturbed', drill, async () => {})
  await phase('rolling upgrade', drill, () => rollingRestart(drill))
  console.log(`${(await migrations()) - before} migrations under load from ${olderCommit.slice(0, 8)}`)
  const count = await drill.expectNothingLost()
  console.log(`upgrade: ${count} records of devices, none lost`)
  expect(count).toBeGreaterThan(0)
})
