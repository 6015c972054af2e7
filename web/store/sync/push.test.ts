import { describe, expect, it } from 'vitest'
import type { CommitResult } from '#web/store/base/command.ts'
import type { OutboxEntry, Store } from '#web/store/base/contract.ts'
import { Device, goOnline, syncAgain, synced, until, uuid7 } from '#web/store/test/device.ts'
import { held, suspended, unavailable, tooLarge, rateLimited, wipe } from '#web/store/test/refusals.ts'
import { project } from '#web/store/test/rows.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')
const sizes = (device: Device) => device.server.requests(changes).map(({ body }) => body!.changes.length)

async function setupStore(initialRows = [project('Harbour')]) {
  const device = new Device()
  device.server.write(...initialRows)
  const store = await device.openSynced()
  device.server.received.length = 0
  return { device, store, server: device.server }
}

const makeProjects = (store: Store, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) => store.create('projects', { name: `Made ${n}`, type: 'AGRICULTURE' })),
  )

const rename = (store: Store, name: string) => store.update('projects', store.table('projects').get(harbour)!, { name })

const parkedIn = (store: Store) => Object.keys(store.status.parked)

async function failOnce(device: Device, store: Store, wait: number) {
  const before = device.server.requests(changes).length
  device.clock.advance(wait)
  await until(() => device.server.requests(changes).length > before && !store.status.syncing)
}

describe('a push', () => {
  it('SEND2 sends offline changes in order, in batches of at most 500', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 1)
    await store.create('projects', { name: 'First', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await makeProjects(store, 700)
    expect(store.status.waiting).toBe(701)
    server.received.length = 0
    await syncAgain(store)
    expect(sizes(device)).toEqual([500, 201])
    expect(server.rows.size).toBe(702)
    const sent = server.requests(changes).flatMap(({ body }) => body!.changes.map(({ id }) => id))
    expect(sent).toEqual([...new Set(sent)])
    expect(store.table('projects').size).toBe(702)
  })

  it('keeps a request below a million bytes', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 1)
    await store.create('projects', { name: 'First', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    const description = 'ü'.repeat(19_000)
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        store.create('projects', { name: `Long ${n}`, type: 'AGRICULTURE', description }),
      ),
    )
    server.received.length = 0
    await syncAgain(store)
    expect(sizes(device).length).toBeGreaterThan(2)
    for (const { text } of server.requests(changes))
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(1_000_000)
  })

  it('LIVE6 is halved if it takes more than 20 s over a slow connection, and each change arrives once', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, { kind: 'drop' }, 1)
    await makeProjects(store, 400)
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    const sendHeartbeats = () => device.hints.at(-1)!.send(server.number)
    server.received.length = 0
    server.fault(changes, { kind: 'hang' })
    sendHeartbeats()
    await until(() => server.requests(changes).length === 1 && store.status.connection === 'online')
    for (let n = 0; n < 6; n++) {
      device.clock.advance(10_000)
      sendHeartbeats()
    }
    await until(() => !store.status.syncing)
    device.clock.advance(2_000)
    await synced(store)
    expect(sizes(device)).toEqual([400, 200, 200])
    expect(server.rows.size).toBe(401)
  })

  it('sends the same bytes again if a response was lost, and the change is applied once', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, { kind: 'lose' })
    await store.create('projects', { name: 'Once', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(store.status.waiting).toBe(1)
    device.clock.advance(1_000)
    await synced(store)
    const [first, second] = server.requests(changes)
    expect(second!.text).toBe(first!.text)
    expect([...server.rows.values()].filter(({ fields }) => fields?.['name'] === 'Once')).toHaveLength(1)
    expect(store.table('projects').size).toBe(2)
  })

  it('SEND5 sends again after a crash between the response and its receipt', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, { kind: 'lose' }, 99)
    await store.create('projects', { name: 'Once', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await store.close()
    server.clearFaults()
    const restarted = await device.open()
    expect(restarted.table('projects').size).toBe(2)
    await synced(restarted)
    expect(server.rows.size).toBe(2)
  })

  it('treats a response that does not match the batch as missing', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, { kind: 'response', status: 200, body: { results: [] } })
    await rename(store, 'New')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    device.clock.advance(1_000)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'New' })
  })

  it('SEND4 halves the batch after three server errors', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 1)
    await store.create('projects', { name: 'First', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await makeProjects(store, 7)
    server.received.length = 0
    server.fault(changes, { kind: 'response', status: 500 }, 3)
    store.syncNow()
    await until(() => server.requests(changes).length === 1 && !store.status.syncing)
    await failOnce(device, store, 60_000)
    await failOnce(device, store, 60_000)
    device.clock.advance(60_000)
    await synced(store)
    expect(sizes(device)).toEqual([8, 8, 8, 4, 4])
  })

  it('SEND4 halves the batch immediately if it is too large', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 1)
    await store.create('projects', { name: 'First', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await makeProjects(store, 3)
    server.received.length = 0
    server.fault(changes, tooLarge)
    await syncAgain(store)
    expect(sizes(device)).toEqual([4, 2, 2])
  })

  it('SEND4 SEND15 parks a change on which the server fails, sends others, and retries it every hour', async () => {
    const { device, store, server } = await setupStore([project('Harbour'), project('Tower')])
    server.fault(changes, tooLarge)
    await rename(store, 'Too large')
    await until(() => parkedIn(store).length === 1)
    const [{ id, state, verdict }] = store.outbox() as [OutboxEntry]
    expect({ id, state, verdict }).toEqual({ id: parkedIn(store)[0], state: 'waiting', verdict: null })
    expect(store.status).toMatchObject({ waiting: 1, attention: 0, parked: { [id]: device.clock.now() + 3_600_000 } })
    expect(store.table('projects').badge(harbour)).toBe('waiting')
    await rename(store, 'Behind it')
    server.fault(changes, { kind: 'late', what: 'request', until: Promise.resolve() })
    server.fault(changes, tooLarge)
    await store.update('projects', store.table('projects').get(uuid7('Tower'))!, { name: 'Tower Two' })
    await until(() => server.row('projects', uuid7('Tower'))?.['name'] === 'Tower Two' && !store.status.syncing)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Harbour' })
    expect(store.table('projects').get(harbour)!.name).toBe('Behind it')
    device.clock.advance(3_600_000)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Behind it' })
    expect(parkedIn(store)).toEqual([])
  })

  it('parks a change that keeps failing while other requests succeed', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, { kind: 'response', status: 500 }, 99)
    await rename(store, 'Poison')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    for (let n = 0; n < 3 && parkedIn(store).length === 0; n++) await failOnce(device, store, 60_000)
    expect(parkedIn(store)).toHaveLength(1)
    expect(store.status).toMatchObject({ waiting: 1, attention: 0 })
  })

  it('SEND4 SEND16 sends a parked change on “Sync now” and after the next success of another change', async () => {
    const { store, server } = await setupStore([project('Harbour'), project('Tower')])
    const failingResponse = { kind: 'response', status: 413 } as const
    server.fault(changes, failingResponse, 2)
    await rename(store, 'Parked')
    await until(() => parkedIn(store).length === 1 && !store.status.syncing)
    store.syncNow()
    await until(() => server.requests(changes).length === 2 && !store.status.syncing)
    expect(parkedIn(store)).toHaveLength(1)
    await store.update('projects', store.table('projects').get(uuid7('Tower'))!, { name: 'Tower Two' })
    await synced(store)
    expect(parkedIn(store)).toEqual([])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Parked' })
  })

  it('SEND4 SEND16 parks a change again at its first failure, so that others do not wait for it', async () => {
    const { store, server } = await setupStore([project('Harbour'), project('Tower')])
    server.fault(changes, tooLarge)
    await rename(store, 'Parked')
    await until(() => parkedIn(store).length === 1 && !store.status.syncing)
    server.fault(changes, { kind: 'response', status: 500 })
    await store.update('projects', store.table('projects').get(uuid7('Tower'))!, { name: 'Tower Two' })
    store.syncNow()
    await until(() => server.row('projects', uuid7('Tower'))?.['name'] === 'Tower Two')
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Parked' })
  })

  it('SEND4 SEND17 keeps changes pending while the server is read-only and sends them once it writes', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, unavailable, 99)
    await rename(store, 'Patience')
    await until(() => store.status.retryAt !== null && !store.status.syncing)
    for (let n = 0; n < 8; n++) {
      server.write(project(`News ${n}`))
      device.hints.at(-1)!.send(server.number)
      await failOnce(device, store, 60_000)
      await until(() => store.table('projects').size === n + 2)
    }
    expect(store.status).toMatchObject({ connection: 'online', waiting: 1, attention: 0, parked: {} })
    expect(store.status.retryAt! - device.clock.now()).toBeGreaterThan(0)
    expect(store.status.retryAt! - device.clock.now()).toBeLessThanOrEqual(60_000)
    goOnline(server, store)
    device.clock.advance(1_000)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Patience' })
    expect(store.status.retryAt).toBeNull()
  })

  it('SEND4 sends changes that wait for a read-only server later, even after a restart', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, unavailable, 2)
    await rename(store, 'By itself')
    await until(() => store.status.retryAt !== null && !store.status.syncing)
    await failOnce(device, store, 60_000)
    device.hints.at(-1)!.send(server.number)
    device.clock.advance(1_000)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'By itself' })
    server.fault(changes, unavailable, 99)
    await rename(store, 'By a start')
    await until(() => store.status.retryAt !== null && !store.status.syncing)
    await store.close()
    server.clearFaults()
    await device.openSynced()
    expect(server.row('projects', harbour)).toMatchObject({ name: 'By a start' })
  })

  it('keeps everything unsent while the firm is suspended, even across a restart, and sends it once afterwards', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, suspended, 9_999)
    await rename(store, 'Patience')
    await makeProjects(store, 3)
    await until(() => store.status.suspended && !store.status.syncing)
    expect(store.status).toMatchObject({ connection: 'online', retryAt: null, throttled: false })
    for (let n = 0; n < 6; n++) await failOnce(device, store, 120_000)
    expect(store.status).toMatchObject({ waiting: 4, attention: 0, parked: {} })
    expect(store.table('projects').get(harbour)).toMatchObject({ name: 'Patience' })
    await store.close()
    const reopened = await device.open()
    await rename(reopened, 'More patience')
    await until(() => reopened.status.suspended && !reopened.status.syncing)
    expect(reopened.status).toMatchObject({ waiting: 5, attention: 0, parked: {} })
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Harbour' })
    server.clearFaults()
    server.received.length = 0
    device.clock.advance(120_000)
    await synced(reopened)
    const sent = server.requests(changes).flatMap(({ body }) => body!.changes.map(({ id }) => id))
    expect(sent).toHaveLength(5)
    expect(sent).toEqual([...new Set(sent)])
    expect(server.row('projects', harbour)).toMatchObject({ name: 'More patience' })
    expect(server.rows.size).toBe(4)
    expect(reopened.status).toMatchObject({ connection: 'online', suspended: false, waiting: 0 })
  })

  it('parks no change while the server does not respond at all', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'response', status: 502 }, 99)
    await rename(store, 'Patience')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    for (let n = 0; n < 6; n++) await failOnce(device, store, 60_000)
    expect(store.status).toMatchObject({ waiting: 1, attention: 0 })
    goOnline(server, store)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Patience' })
  })

  it('stops waiting once the stream shows that the server is reachable', async () => {
    const { device, store, server } = await setupStore()
    server.fault(/./, { kind: 'drop' }, 99)
    await rename(store, 'Back')
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    for (let n = 0; n < 5; n++) await failOnce(device, store, 60_000)
    server.clearFaults()
    device.hints.at(-1)!.send(0)
    await synced(store)
    expect(server.row('projects', harbour)).toMatchObject({ name: 'Back' })
  })

  it('sends nothing twice if a second change is made while the first is being sent', async () => {
    const { store, server } = await setupStore()
    await Promise.all([rename(store, 'One'), store.create('projects', { name: 'Two', type: 'AGRICULTURE' })])
    await store.create('projects', { name: 'Three', type: 'AGRICULTURE' })
    await synced(store)
    const sent = server.requests(changes).flatMap(({ body }) => body!.changes.map(({ id }) => id))
    expect(sent).toHaveLength(3)
  })

  it('SEND3 is not offline when rate-limited: it waits as long as required and sends the same again', async () => {
    const { device, store, server } = await setupStore()
    server.fault(changes, rateLimited(40))
    await rename(store, 'Harbour East')
    await until(() => store.status.throttled && !store.status.syncing)
    expect(store.status).toMatchObject({ connection: 'online', waiting: 1, attention: 0 })
    server.write(project('Tower'))
    store.syncNow()
    await until(() => store.table('projects').size === 2 && !store.status.syncing)
    expect(store.status, 'reading goes on meanwhile').toMatchObject({
      connection: 'online',
      throttled: true,
      waiting: 1,
    })
    device.clock.advance(39_000)
    store.syncNow()
    expect(server.requests(changes)).toHaveLength(1)
    device.clock.advance(1_000)
    await synced(store)
    const [first, second] = server.requests(changes)
    expect(second!.body!.changes).toEqual(first!.body!.changes)
    expect(store.status).toMatchObject({ connection: 'online', throttled: false, waiting: 0 })
  })

  it('GROW8 GROW24 continues without a change that needs a newer server and sends it later', async () => {
    const device = new Device()
    const { server } = device
    const store = await device.openSynced()
    const create = async (name: string) => {
      const made = await store.create('projects', { name, type: 'AGRICULTURE' })
      if (!made.ok) throw new Error('It was not made')
      return made.id
    }
    const waiting = await create('Harbour')
    server.isNewer = ({ id }) => id === waiting
    await until(() => server.requests(changes).length === 1 && !store.status.syncing)
    await store.update('projects', store.table('projects').get(waiting)!, { description: 'By the sea' })
    const other = await create('Tower')
    await until(() => store.status.waiting === 2 && !store.status.syncing)
    expect([...server.rows.keys()]).toEqual([`projects/${other}`])
    expect(store.status).toMatchObject({ attention: 0, connection: 'online', recovering: false })
    expect(store.table('projects').get(waiting)!.description).toBe('By the sea')
    server.isNewer = () => false
    device.clock.advance(60_000)
    await synced(store)
    expect(server.row('projects', waiting)).toMatchObject({ name: 'Harbour', description: 'By the sea' })
  })

  async function setupOffline(write: (store: Store) => Promise<CommitResult>) {
    const device = new Device()
    device.server.write(project('Harbour'))
    let revoked = 0
    const store = await device.openSynced({ onRevoked: () => void revoked++ })
    device.server.fault(/./, { kind: 'drop' }, 1)
    const result = await write(store)
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    return { device, store, result, revocations: () => revoked }
  }

  it('submits its changes when the device is revoked and reports when the server has all of them', async () => {
    const { device, store, revocations, result } = await setupOffline((each) =>
      each.create('projects', { name: 'Unsent', type: 'AGRICULTURE' }),
    )
    const unsent = result.ok ? [result.changeId] : []
    device.server.fault(/feed$/, wipe, 9)
    device.server.fault(changes, held(unsent), 9)
    store.syncNow()
    await until(() => revocations() === 1)
    expect(store.status).toMatchObject({ connection: 'signed-out', withdrawn: true })
  })

  it('HELD2 HELD14 submits again, with backoff, changes that the server has not received', async () => {
    const { device, store, revocations, result } = await setupOffline((each) =>
      each.create('projects', { name: 'Unsent', type: 'AGRICULTURE' }),
    )
    const unsent = result.ok ? [result.changeId] : []
    let ids: string[] = []
    const responseBody = {
      code: 'HELD',
      get ids() {
        return ids
      },
    }
    device.server.fault(/feed$/, wipe, 9)
    device.server.fault(changes, { kind: 'response', status: 403, body: responseBody }, 9)
    const submittedCount = () => sizes(device).length
    store.syncNow()
    await until(() => store.status.connection === 'signed-out' && !store.status.syncing)
    const before = submittedCount()
    device.clock.advance(1_000)
    await until(() => submittedCount() === before + 1 && !store.status.syncing)
    device.clock.advance(1_000)
    expect([submittedCount(), revocations()]).toEqual([before + 1, 0])
    ids = unsent
    device.clock.advance(1_000)
    await until(() => revocations() === 1)
    expect(submittedCount()).toBe(before + 2)
  })

  it('HELD3 HELD15 is not wiped before the server has refused changes and those entered meanwhile', async () => {
    const { device, store, revocations } = await setupOffline((each) =>
      each.update('projects', each.table('projects').get(harbour)!, { name: 'Refused' }),
    )
    const { id: refused } = store.outbox()[0]!
    const verdict = { id: refused, verdict: 'rejected', number: null, code: 'FORBIDDEN' }
    device.server.fault(changes, { kind: 'response', status: 200, body: { results: [verdict] } }, 1)
    store.syncNow()
    await until(() => store.status.attention === 1 && !store.status.syncing)
    const responseGate = Promise.withResolvers<void>()
    const wipe = {
      get code() {
        device.server.gate = responseGate.promise
        return 'WIPE'
      },
    }
    device.server.fault(/feed$/, { kind: 'response', status: 403, body: wipe }, 1)
    device.server.fault(changes, held([refused]), 1)
    const before = sizes(device).length
    store.syncNow()
    await until(() => sizes(device).length > before)
    await store.create('projects', { name: 'Late', type: 'AGRICULTURE' })
    responseGate.resolve()
    await until(() => sizes(device).length > before + 1)
    await until(() => store.status.connection === 'signed-out' && !store.status.syncing)
    expect(revocations()).toBe(0)
    expect(store.status.waiting).toBe(1)
  })
})
