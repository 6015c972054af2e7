import { describe, expect, it } from 'vitest'
import { rememberIdentity } from '#web/store/disk/identity.ts'
import { sendUnsent } from '#web/store/sync/send-unsent.ts'
import { ada, Device, syncAgain, synced, until } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'

const grace = { ...ada, id: 'user-2', firstName: 'Grace' }

async function setupOpened() {
  const device = new Device()
  device.server.write(project('Harbour'))
  const browser = { signedIn: ada.id as string | null, otherPersonCalls: 0 }
  const deps = { signedIn: () => browser.signedIn, onOtherPerson: () => void browser.otherPersonCalls++ }
  const store = await device.openSynced(deps)
  return { device, server: device.server, store, browser, deps }
}

describe('a store', () => {
  it('WHO1 sends its user in every request and in the address of the stream', async () => {
    const { device, server, store } = await setupOpened()
    await store.create('projects', { name: 'Hers', type: 'AGRICULTURE' })
    await synced(store)
    expect(new Set(server.received.map(({ path }) => path))).toEqual(new Set(['/api/sync/feed', '/api/sync/changes']))
    for (const { person } of server.received) expect(person).toBe(ada.id)
    expect(device.streams).toEqual([`/api/sync/stream?person=${ada.id}`])
  })

  it.each(['user-2', 'ended'])(
    'WHO3 WHO7 sends nothing once the cookie is %s, and resumes when its user is back',
    async (signedIn) => {
      const { device, server, store, browser } = await setupOpened()
      const requestsBefore = server.received.length
      browser.signedIn = signedIn
      await store.create('projects', { name: 'Not in her name', type: 'AGRICULTURE' })
      await until(() => store.status.connection === 'other-person')
      device.clock.advance(120_000)
      store.syncNow()
      store.networkChanged()
      expect(server.received).toHaveLength(requestsBefore)
      expect(browser.otherPersonCalls).toBeGreaterThan(0)
      expect(store.status.waiting).toBe(1)
      browser.signedIn = ada.id
      store.resume()
      await synced(store)
      expect(server.rows.size).toBe(2)
    },
  )

  it('WHO3 WHO10 works without a cookie', async () => {
    const { server, store, browser } = await setupOpened()
    browser.signedIn = null
    await store.create('projects', { name: 'Sent', type: 'AGRICULTURE' })
    await synced(store)
    expect(server.rows.size).toBe(2)
  })

  it('WHO1 keeps pending changes when the session belongs to another person', async () => {
    const { server, store, browser } = await setupOpened()
    server.signedIn = grace.id
    await store.create('projects', { name: 'Hers', type: 'AGRICULTURE' })
    await until(() => browser.otherPersonCalls > 0)
    expect(store.status).toMatchObject({ connection: 'other-person', waiting: 1, attention: 0 })
    expect(server.rows.size).toBe(1)
  })

  it('WHO2 discards a page for another person and accepts one for its own', async () => {
    const { server, store } = await setupOpened()
    const names = () => [...store.table('projects').all()].map(({ name }) => name).sort()
    server.person = grace.id
    server.write(project('Not for her'))
    store.syncNow()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(names()).toEqual(['Harbour'])
    server.person = ada.id
    await syncAgain(store)
    expect(names()).toEqual(['Harbour', 'Not for her'])
  })

  it('WHO2 discards verdicts for another person and sends the change again', async () => {
    const { server, store } = await setupOpened()
    server.person = grace.id
    await store.create('projects', { name: 'Hers', type: 'AGRICULTURE' })
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(store.outbox()).toMatchObject([{ state: 'waiting', verdict: null }])
    server.person = ada.id
    await syncAgain(store)
    expect(store.outbox()).toMatchObject([{ state: 'settled', verdict: { verdict: 'applied' } }])
  })
})

describe('the worker', () => {
  it.each(['user-2', 'ended'])('WHO1 sends none of the person’s changes while the cookie is %s', async (signedIn) => {
    const { device, server, store, browser, deps } = await setupOpened()
    await rememberIdentity(device.idb, ada, device.prefix)
    server.fault(/./, { kind: 'drop' }, 99)
    await store.create('projects', { name: 'Hers', type: 'AGRICULTURE' })
    await store.close()
    server.clearFaults()
    browser.signedIn = signedIn
    const requestsBefore = server.received.length
    expect(await sendUnsent(device.deps(deps))).toBe('nothing')
    expect(server.received).toHaveLength(requestsBefore)
    browser.signedIn = null
    server.signedIn = grace.id
    expect(await sendUnsent(device.deps(deps))).toBe('nothing')
    expect(server.rows.size).toBe(1)
    server.signedIn = ada.id
    expect(await sendUnsent(device.deps(deps))).toBe('sent')
    expect(server.rows.size).toBe(2)
  })
})
