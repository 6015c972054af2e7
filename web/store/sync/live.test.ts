import { describe, expect, it } from 'vitest'
import type { Store } from '#web/store/base/contract.ts'
import { Device, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import type { Fault } from '#web/store/test/faults.ts'
import { project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'

const harbour = uuid7('Harbour')
const day = 24 * 3_600_000

async function setupLive() {
  const { device, store } = await setupStore()
  device.hints[0]!.send(device.server.number)
  return { device, server: device.server, store }
}

const rename = (store: Store, name: string) => store.update('projects', store.table('projects').get(harbour)!, { name })
const waitUntilIdle = (store: Store) => until(() => !store.status.syncing)

const hangUntilAborted = ({ signal }: RequestInit): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('Given up'))))

async function setupBlackHole() {
  const setup = await setupLive()
  setup.server.fault(/./, { kind: 'hang' }, 999)
  return setup
}

describe('silence', () => {
  it('LIVE1 on an idle device is slow 8 s and offline 15 s after the first missing heartbeat', async () => {
    const { device, store } = await setupBlackHole()
    device.clock.advance(27_999)
    expect(store.status.connection).toBe('online')
    await until(() => device.server.requests(/auth/).length === 1)
    device.clock.advance(1)
    expect(store.status.connection).toBe('slow')
    device.clock.advance(6_999)
    expect(store.status.connection).toBe('slow')
    device.clock.advance(1)
    expect(store.status.connection).toBe('offline')
  })

  it('LIVE1 LIVE7 is slow 8 s and offline 15 s after the first request without a response', async () => {
    const { device, store, server } = await setupBlackHole()
    device.clock.advance(3_000)
    await rename(store, 'Made meanwhile')
    await until(() => server.requests(/changes/).length === 1)
    device.clock.advance(7_999)
    expect(store.status.connection).toBe('online')
    store.syncNow()
    await until(() => server.requests(/feed/).length === 1)
    device.clock.advance(1)
    expect(store.status.connection).toBe('slow')
    device.clock.advance(6_999)
    expect(store.status.connection).toBe('slow')
    device.clock.advance(1)
    expect(store.status).toMatchObject({ connection: 'offline', waiting: 1 })
  })

  it('LIVE1 that ends with a successful probe does not change the status', async () => {
    const { device, store, server } = await setupLive()
    const connections = new Set<string>()
    store.subscribeStatus(() => connections.add(store.status.connection))
    device.clock.advance(25_000)
    await until(() => device.hints.length === 2)
    await synced(store)
    expect(server.requests(/auth/)).toHaveLength(1)
    expect([...connections]).toEqual(['online'])
  })

  it('LIVE1 LIVE2 LIVE8 on a slow connection that responds never shows offline', async () => {
    const device = new Device()
    const { clock, server } = device
    server.write(project('Harbour'))
    const store = await device.open({
      fetch: async (path, init) => {
        await Promise.race([
          new Promise((resolve) => void clock.setTimeout(() => resolve(1), 12_000)),
          hangUntilAborted(init),
        ])
        return server.fetch(path, init)
      },
    })
    const connections = new Set<string>()
    store.subscribeStatus(() => connections.add(store.status.connection))
    for (let second = 1; second <= 240; second++) {
      await slowBody()
      clock.advance(1_000)
      if (second % 20 === 0) device.hints.at(-1)!.send(server.number)
      if (second % 50 === 0 && store.status.hasAllRows) await rename(store, `Version ${second}`)
    }
    expect([...connections].toSorted()).toEqual(['online', 'slow', 'starting'])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Version 200' })
  })

  it('LIVE1 probes before the status is offline, even after timers were suspended', async () => {
    const { device, store, server } = await setupLive()
    device.clock.sleep(3_600_000)
    await until(() => server.requests(/auth/).length === 1)
    await waitUntilIdle(store)
    expect(store.status.connection).toBe('online')
  })

  it('LIVE1 does not start while heartbeats arrive', async () => {
    const { device, store, server } = await setupLive()
    for (let n = 0; n < 10; n++) {
      device.clock.advance(20_000)
      device.hints.at(-1)!.send(server.number)
      await waitUntilIdle(store)
    }
    expect(device.hints).toHaveLength(1)
    expect(store.status.connection).toBe('online')
  })

  it('LIVE2 aborts hanging requests, so that a change is sent within 5 s after the black hole', async () => {
    const { device, store, server } = await setupBlackHole()
    await rename(store, 'Made meanwhile')
    await until(() => server.requests(/changes/).length === 1)
    device.clock.advance(15_000)
    await until(() => store.status.connection === 'offline')
    expect(store.status.waiting).toBe(1)
    device.clock.advance(200_000)
    await until(() => store.status.connection === 'offline')
    server.clearFaults()
    const streams = device.hints.length
    device.clock.advance(5_000)
    expect(device.hints.length).toBeGreaterThan(streams)
    device.hints.at(-1)!.send(server.number)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Made meanwhile' })
  })
})

async function slowBody() {
  for (let step = 0; step < 200; step++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a slow response', () => {
  it('LIVE2 shows as slow after 8 s until it has arrived', async () => {
    const { device, store, server } = await setupLive()
    let open = (): void => {}
    server.gate = new Promise((resolve) => (open = resolve))
    await rename(store, 'Slowly')
    await until(() => server.requests(/changes/).length === 1)
    device.clock.advance(7_999)
    expect(store.status.connection).toBe('online')
    device.clock.advance(1)
    expect(store.status).toMatchObject({ connection: 'slow', waiting: 1 })
    open()
    await synced(store)
  })

  it('LIVE2 times out 60 s after its last byte', async () => {
    const { device, store, server } = await setupLive()
    server.fault(/changes/, { kind: 'stall' })
    const connections = new Set<string>()
    store.subscribeStatus(() => connections.add(store.status.connection))
    const sendHeartbeats = () => device.hints.at(-1)!.send(server.number)
    await rename(store, 'Begun')
    await until(() => server.requests(/changes/).length === 1)
    await slowBody()
    for (let n = 0; n < 5; n++) {
      sendHeartbeats()
      device.clock.advance(10_000)
    }
    expect(server.requests(/changes/)).toHaveLength(1)
    sendHeartbeats()
    device.clock.advance(10_000)
    await waitUntilIdle(store)
    expect([...connections], 'the stream beats').not.toContain('offline')
    expect(store.status.waiting).toBe(1)
    device.clock.advance(1_000)
    await synced(store)
  })
})

describe("the browser's network events", () => {
  it('LIVE2 LIVE9 offline starts a probe immediately', async () => {
    const { device, store, server } = await setupLive()
    server.fault(/./, { kind: 'drop' }, 99)
    store.networkChanged()
    await until(() => store.status.connection === 'offline')
    expect(device.hints).toHaveLength(2)
  })

  it('LIVE2 LIVE10 online aborts requests that hang on the old network', async () => {
    const { device, store, server } = await setupLive()
    server.fault(/./, { kind: 'hang' }, 1)
    await rename(store, 'Made meanwhile')
    await until(() => server.requests(/changes/).length === 1)
    device.clock.advance(2_000)
    store.networkChanged()
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Made meanwhile' })
  })

  it('LIVE2 does not abort a request that has just started', async () => {
    const { device, store, server } = await setupLive()
    let open = (): void => {}
    server.gate = new Promise((resolve) => (open = resolve))
    await rename(store, 'Once')
    await until(() => server.requests(/changes/).length === 1)
    device.clock.advance(900)
    store.networkChanged()
    open()
    await synced(store)
    expect(server.requests(/changes/)).toHaveLength(1)
  })
})

describe('a captive portal', () => {
  const pages: Fault[] = [
    { kind: 'portal', status: 200 },
    { kind: 'portal', status: 401 },
    { kind: 'portal', status: 403 },
    { kind: 'portal', status: 426 },
    { kind: 'portal', status: 503, headers: { 'retry-after': '3600' } },
    { kind: 'response', status: 401, body: { message: 'Log in to the network' } },
  ]
  it.each(pages)('LIVE2 WHO6 does not count as a response: $kind $status', async (fault) => {
    const { device, store, server } = await setupLive()
    server.fault(/./, fault, 999)
    await rename(store, 'Made meanwhile')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    device.clock.advance(90_000)
    await waitUntilIdle(store)
    expect(store.status).toMatchObject({ connection: 'offline', waiting: 1, attention: 0 })
    server.clearFaults()
    device.clock.advance(5_000)
    device.hints.at(-1)!.send(server.number)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Made meanwhile' })
  })
})

describe('a server that is lost', () => {
  it('LIVE2 is probed every 5 s', async () => {
    const { device, store, server } = await setupLive()
    server.fault(/./, { kind: 'portal', status: 200 }, 999)
    device.hints[0]!.fail()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    for (const streams of [2, 3, 4]) {
      device.clock.advance(5_000)
      expect(device.hints.length).toBeGreaterThanOrEqual(streams)
    }
  })
})

describe('a server without its database', () => {
  it('LIVE2 is tried again within 8 s, however often it says that it is unavailable', async () => {
    const { device, store, server } = await setupLive()
    const unavailable = { code: 'INTERNAL' }
    server.fault(/./, { kind: 'response', status: 503, body: unavailable, headers: { 'retry-after': '1' } }, 999)
    await rename(store, 'Made meanwhile')
    for (let times = 1; times <= 10; times++) {
      await until(() => server.requests(/changes/).length >= times)
      await waitUntilIdle(store)
      device.clock.advance(8_000)
    }
    expect(store.status).toMatchObject({ waiting: 1, attention: 0 })
  })

  it('LIVE2 gets a request for a stream every 5 s, whose first beat sends what waits', async () => {
    const { device, store, server } = await setupLive()
    const unavailable = {
      kind: 'response',
      status: 503,
      body: { code: 'INTERNAL' },
      headers: { 'retry-after': '1' },
    } as const
    server.fault(/./, unavailable, 999)
    await rename(store, 'Made meanwhile')
    for (let refused = 0; refused < 8; refused++) {
      device.hints.at(-1)!.fail()
      await waitUntilIdle(store)
      const { length } = device.hints
      device.clock.advance(5_000)
      expect(device.hints).toHaveLength(length + 1)
    }
    server.clearFaults()
    device.hints.at(-1)!.send(server.number)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Made meanwhile' })
  })
})

describe('a wrong clock', () => {
  it('LIVE4 that was ahead does not disable the digest comparison', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    device.skewMs = 3 * 365 * day
    const aheadStore = await device.openSynced()
    await aheadStore.close()
    device.skewMs = 0
    const store = await device.open()
    expect(store.status.lastSync).toBe(device.clock.now())
    await synced(store)
    device.clock.sleep(day + 1)
    await until(() => device.server.received.some(({ query }) => query.get('digest') === '1'))
  })

  it('LIVE4 that was ahead does not block "Sync now"', async () => {
    const { device, store, server } = await setupLive()
    device.skewMs = 3 * 365 * day
    server.fault(/./, { kind: 'response', status: 503, headers: { 'retry-after': '30' } })
    store.syncNow()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    device.skewMs = 0
    device.clock.advance(30_000)
    await syncAgain(store)
    expect(store.status.lastSync).toBe(device.clock.now())
  })
})
