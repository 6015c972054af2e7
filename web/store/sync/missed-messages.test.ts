import { describe, expect, it } from 'vitest'
import { fieldsOf } from '#schema/sync/protocol.ts'
import type { Store } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { Channel, StoreDeps } from '#web/store/base/deps.ts'
import { Clock } from '#web/store/test/clock.ts'
import { Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { otherScope } from '#web/store/test/refusals.ts'
import { project } from '#web/store/test/rows.ts'
import { storedTexts } from '#web/store/test/stored-texts.ts'
import type { TabMessage } from '#web/store/core/tabs.ts'

const changes = /\/changes$/
const harbour = uuid7('Harbour')

const withLostMessages = (device: Device, isLost: (message: TabMessage) => boolean): Partial<StoreDeps> => ({
  openChannel: (name): Channel => {
    const channel = device.channels.open(name)
    return {
      postMessage: (message) => channel.postMessage(message),
      addEventListener: (type, listener) =>
        channel.addEventListener(type, (event) => !isLost(event.data as TabMessage) && listener(event)),
      close: () => channel.close(),
    }
  },
})

async function setupTabs(isLost: (message: TabMessage, inFirst: boolean) => boolean) {
  const device = new Device()
  device.server.write(project('Harbour'))
  const first = await device.openSynced(withLostMessages(device, (message) => isLost(message, true)))
  const second = await device.open(withLostMessages(device, (message) => isLost(message, false)))
  return { device, server: device.server, first, second }
}

const rename = (store: Store, name: string) => store.update('projects', store.table('projects').get(harbour)!, { name })

const namesSent = (server: Device['server']) =>
  server.requests(changes).flatMap(({ body }) => body!.changes.map(({ ops }) => fieldsOf(ops[0]!)['name']))

describe('a tab that missed a message', () => {
  it('TAB1 reads missed outbox and feed records when another tab sends its status', async () => {
    const { server, first, second } = await setupTabs(({ kind }) => kind === 'outbox' || kind === 'feed')
    await until(() => second.status.connection === 'online')
    await first.update('projects', first.table('projects').get(harbour)!, { name: 'Mine' })
    await synced(first)
    server.write(project('Harbour', { name: 'Newer' }))
    first.syncNow()
    await until(() => second.table('projects').get(harbour)!.name === 'Newer')
    expect(second.status.waiting).toBe(0)
    expect(second.outbox()[0]).toMatchObject({ state: 'settled' })
  })

  it('TAB1 reads missed records at its poll if no message arrives', async () => {
    let losesMessages = false
    const { device, server, first, second } = await setupTabs((_, inFirst) => losesMessages && !inFirst)
    await until(() => second.status.connection === 'online')
    await second.update('projects', second.table('projects').get(harbour)!, { name: 'Mine' })
    losesMessages = true
    await synced(first)
    server.write(project('Harbour', { name: 'Newer' }))
    first.syncNow()
    await until(() => first.table('projects').get(harbour)!.name === 'Newer')
    expect(second.table('projects').get(harbour)!.name).toBe('Mine')
    device.clock.advance(60_000)
    await until(() => second.table('projects').get(harbour)!.name === 'Newer' && second.status.waiting === 0)
  })

  it('TAB1 sends another tab’s changes at its poll without a message', async () => {
    const { device, server, first, second } = await setupTabs(({ kind }, inFirst) => inFirst && kind === 'outbox')
    await until(() => second.status.connection === 'online')
    await second.update('projects', second.table('projects').get(harbour)!, { name: 'Unheard of' })
    expect(first.status.waiting).toBe(0)
    device.clock.advance(60_000)
    await until(() => server.row('projects', harbour)?.['name'] === 'Unheard of')
    await until(() => second.status.waiting === 0)
  })

  it('TAB1 FOLD4 drops deleted rows even if their tombstones were compacted away', async () => {
    const { device, server, first } = await setupTabs(() => false)
    server.write(project('Tower'))
    first.syncNow()
    await until(() => first.table('projects').size === 2 && !first.status.syncing)
    const lateClock = new Clock()
    const second = await device.open({ ...withLostMessages(device, () => true), timers: lateClock })
    server.write(['projects', harbour, null])
    for (let n = 0; n < 70; n++) {
      server.write(project('Tower', { location: `Place ${n}` }))
      const requestsBefore = server.received.length
      first.syncNow()
      await until(() => server.received.length > requestsBefore && !first.status.syncing)
    }
    device.clock.advance(60_000)
    await until(() => first.status.lastSync === device.clock.now() && !first.status.syncing)
    expect((await storedTexts(device)).length).toBeLessThan(10)
    expect(second.table('projects').size).toBe(2)
    lateClock.advance(60_000)
    await until(() => second.table('projects').get(uuid7('Tower'))!.location === 'Place 69')
    expect([...second.table('projects').all()].map(({ name }) => name)).toEqual(['Tower'])
  })

  it('TAB1 shows another tab’s set if none of its own pages has arrived', async () => {
    let losesMessages = false
    const device = new Device()
    const { server } = device
    server.write(project('Harbour'))
    const first = await device.openSynced(withLostMessages(device, () => losesMessages))
    server.scope = 'scope-2'
    server.fault(/feed$/, otherScope('epoch-1', 'scope-2', true))
    server.fault(/./, { kind: 'drop' }, 99)
    first.syncNow()
    await until(() => first.table('projects').size === 0 && first.status.connection === 'offline')
    losesMessages = true
    server.clearFaults()
    server.scope = 'scope-3'
    const second = await device.open()
    second.syncNow()
    await until(() => device.clock.waits.includes(3_000))
    device.clock.advance(3_000)
    await synced(second)
    losesMessages = false
    device.clock.advance(60_000)
    await until(() => first.status.hasAllRows)
    expect(first.table('projects').size).toBe(1)
  })

  it('TAB1 keeps an accepted change if another tab discards the change it builds on', async () => {
    let losesMessages = false
    const { device, server, first, second } = await setupTabs((_, inFirst) => losesMessages && inFirst)
    await until(() => second.status.connection === 'online')
    const idOf = (made: CommitResult) => (made.ok ? made.changeId : '')
    server.fault(/./, { kind: 'drop' }, 99)
    const [firstId, secondId] = [idOf(await rename(first, 'One')), idOf(await rename(first, 'Two'))]
    await until(() => first.status.connection === 'offline' && !first.status.syncing && second.outbox().length === 2)
    server.clearFaults()
    server.received.length = 0
    let respond = (): void => {}
    server.gate = new Promise((resolve) => (respond = resolve))
    first.syncNow()
    await until(() => server.requests(changes)[0]?.body!.changes.length === 2)
    losesMessages = true
    await second.create('projects', { name: 'Other', type: 'AGRICULTURE' })
    await second.discard(firstId)
    respond()
    await until(() => first.status.waiting === 0 && !first.status.syncing)
    await Promise.all([first.close(), second.close()])
    const restarted = await device.open()
    expect(restarted.outbox().find(({ id }) => id === secondId)).toMatchObject({ state: 'settled' })
    expect(restarted.status.attention).toBe(0)
  })

  it('SEND2 TAB1 TAB3 sends a change that it missed before one that builds on it, even between two requests', async () => {
    const isFirstChange = ({ text }: { readonly text: string }) => text.includes('"fields":{"name":"One"')
    const { server, first, second } = await setupTabs(
      (message, inFirst) => inFirst && message.kind === 'outbox' && message.documents.some(isFirstChange),
    )
    await until(() => second.status.connection === 'online' && !first.status.syncing)
    let respond = (): void => {}
    server.gate = new Promise((resolve) => (respond = resolve))
    await first.create('projects', { name: 'Other', type: 'AGRICULTURE' })
    await until(() => server.requests(changes).length === 1)
    await rename(second, 'One')
    await rename(second, 'Two')
    await until(() => first.table('projects').get(harbour)!.name === 'Two')
    respond()
    await synced(first)
    expect(namesSent(server)).toEqual(['Other', 'One', 'Two'])
    expect(first.status.attention).toBe(0)
  })

  it('TAB1 shows another tab’s changes when the person returns to this one, even offline', async () => {
    const { server, first, second } = await setupTabs(({ kind }, inFirst) => inFirst && kind === 'outbox')
    await until(() => second.status.connection === 'online' && !first.status.syncing)
    server.fault(/./, { kind: 'drop' }, 1_000)
    await rename(second, 'Unheard of')
    expect(first.table('projects').get(harbour)!.name).toBe('Harbour')
    first.syncNow()
    await until(() => first.table('projects').get(harbour)!.name === 'Unheard of')
  })

  it('TAB2 keeps the verdict of a change that it does not know yet', async () => {
    let missedCount = 0
    const isChange = ({ text }: { readonly text: string }) => text.includes('"kind":"change"')
    const { device, server, first, second } = await setupTabs((message, inFirst) => {
      if (inFirst) return false
      const lost = message.kind === 'outbox' ? message.documents.some(isChange) : message.kind === 'status'
      if (lost) missedCount++
      return lost
    })
    await first.update('projects', first.table('projects').get(harbour)!, { name: 'Mine' })
    await synced(first)
    await until(() => server.requests(changes).length === 1 && missedCount > 1)
    await until(() => second.table('projects').get(harbour)!.name === 'Mine')
    expect(second.outbox()).toEqual([])
    device.clock.advance(60_000)
    await until(() => second.outbox().length === 1)
    expect(second.outbox()[0]).toMatchObject({ state: 'settled', verdict: { verdict: 'applied' } })
    expect(second.status.waiting).toBe(0)
  })
})
