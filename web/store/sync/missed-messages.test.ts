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

const deafTo = (device: Device, isLost: (message: TabMessage) => boolean): Partial<StoreDeps> => ({
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
  const first = await device.openSynced(deafTo(device, (message) => isLost(message, true)))
  const second = await device.open(deafTo(device, (message) => isLost(message, false)))
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

  it('TAB1 reads missed records at its poll when no message arrives', async () => {
    let deaf = false
    const { device, server, first, second } = await setupTabs((_, inFirst) => deaf && !inFirst)
    await until(() => second.status.connection === 'online')
    await second.update('projects', second.table('projects').get(harbour)!, { name: 'Mine' })
    deaf = true
    await synced(first)
    server.write(project('Harbour', { name: 'Newer' }))
    first.syncNow()
    await until(() => first.table('projects').get(harbour)!.name === 'Newer')
    expect(second.table('projects').get(harbour)!.name).toBe('Mine')
    device.clock.advance(60_000)
    await until(() => second.table('projects').get(harbour)!.name === 'Newer' && second.status.waiting === 0)
  })

  it('TAB1 sends at its poll another tab’s changes without a message', async () => {
    const { device, server, first, second } = await setupTabs(({ kind }, inFirst) => inFirst && kind === 'outbox')
    await until(() => second.status.connection === 'online')
    await second.update('projects', second.table('projects').get(harbour)!, { name: 'Unheard of' })
    expect(first.status.waiting).toBe(0)
    device.clock.advance(60_000)
    await until(() => server.row('projects', harbour)?.['name'] === 'Unheard of')
    await until(() => second.status.waiting === 0)
  })

  it('TAB1 FOLD4 drops rows that are gone, even if their ends were compacted away meanwhile', async () => {
    const { device, server, first } = await setupTabs(() => false)
    server.write(project('Tower'))
    first.syncNow()
    await until(() => first.table('projects').size === 2 && !first.status.syncing)
    const late = new Clock()
    const second = await device.open({ ...deafTo(device, () => true), timers: late })
    server.write(['projects', harbour, null])
    for (let n = 0; n < 70; n++) {
      server.write(project('Tower', { location: `Place ${n}` }))
      const requestsBefore = server.asked.length
      first.syncNow()
      await until(() => server.asked.length > requestsBefore && !first.status.syncing)
    }
    device.clock.advance(60_000)
    await until(() => first.status.lastSync === device.clock.now() && !first.status.syncing)
    expect((await storedTexts(device)).length).toBeLessThan(10)
    expect(second.table('projects').size).toBe(2)
    late.advance(60_000)
    await until(() => second.table('projects').get(uuid7('Tower'))!.location === 'Place 69')
    expect([...second.table('projects').all()].map(({ name }) => name)).toEqual(['Tower'])
  })

  it('TAB1 shows another tab’s set when none of its own pages has arrived', async () => {
    let deaf = false
    const device = new Device()
    const { server } = device
    server.write(project('Harbour'))
    const first = await device.openSynced(deafTo(device, () => deaf))
    server.scope = 'scope-2'
    server.fault(/feed$/, otherScope('epoch-1', 'scope-2', true))
    server.fault(/./, { kind: 'drop' }, 99)
    first.syncNow()
    await until(() => first.table('projects').size === 0 && first.status.connection === 'offline')
    deaf = true
    server.heal()
    server.scope = 'scope-3'
    const second = await device.open()
    second.syncNow()
    await until(() => device.clock.waits.includes(3_000))
    device.clock.advance(3_000)
    await synced(second)
    deaf = false
    device.clock.advance(60_000)
    await until(() => first.status.hasAllRows)
    expect(first.table('projects').size).toBe(1)
  })

  it('TAB1 keeps a change that the server accepted when another tab discards the change it builds on', async () => {
    let deaf = false
    const { device, server, first, second } = await setupTabs((_, inFirst) => deaf && inFirst)
    await until(() => second.status.connection === 'online')
    const idOf = (made: CommitResult) => (made.ok ? made.changeId : '')
    server.fault(/./, { kind: 'drop' }, 99)
    const [one, two] = [idOf(await rename(first, 'One')), idOf(await rename(first, 'Two'))]
    await until(() => first.status.connection === 'offline' && !first.status.syncing && second.outbox().length === 2)
    server.heal()
    server.asked.length = 0
    let answer = (): void => {}
    server.gate = new Promise((resolve) => (answer = resolve))
    first.syncNow()
    await until(() => server.requests(changes)[0]?.body!.changes.length === 2)
    deaf = true
    await second.create('projects', { name: 'Other', type: 'AGRICULTURE' })
    await second.discard(one)
    answer()
    await until(() => first.status.waiting === 0 && !first.status.syncing)
    await Promise.all([first.close(), second.close()])
    const again = await device.open()
    expect(again.outbox().find(({ id }) => id === two)).toMatchObject({ state: 'settled' })
    expect(again.status.attention).toBe(0)
  })

  it('SEND2 TAB1 TAB3 sends a change that it missed before one that builds on it, also between two requests', async () => {
    const isFirstChange = ({ text }: { readonly text: string }) => text.includes('"fields":{"name":"One"')
    const { server, first, second } = await setupTabs(
      (message, inFirst) => inFirst && message.kind === 'outbox' && message.documents.some(isFirstChange),
    )
    await until(() => second.status.connection === 'online' && !first.status.syncing)
    let answer = (): void => {}
    server.gate = new Promise((resolve) => (answer = resolve))
    await first.create('projects', { name: 'Other', type: 'AGRICULTURE' })
    await until(() => server.requests(changes).length === 1)
    await rename(second, 'One')
    await rename(second, 'Two')
    await until(() => first.table('projects').get(harbour)!.name === 'Two')
    answer()
    await synced(first)
    expect(namesSent(server)).toEqual(['Other', 'One', 'Two'])
    expect(first.status.attention).toBe(0)
  })

  it('TAB1 shows another tab’s changes when the person returns to this one, also offline', async () => {
    const { server, first, second } = await setupTabs(({ kind }, inFirst) => inFirst && kind === 'outbox')
    await until(() => second.status.connection === 'online' && !first.status.syncing)
    server.fault(/./, { kind: 'drop' }, 1_000)
    await rename(second, 'Unheard of')
    expect(first.table('projects').get(harbour)!.name).toBe('Harbour')
    first.syncNow()
    await until(() => first.table('projects').get(harbour)!.name === 'Unheard of')
  })

  it('TAB2 keeps the verdict of a change that it does not know yet', async () => {
    let missed = 0
    const isChange = ({ text }: { readonly text: string }) => text.includes('"kind":"change"')
    const { device, server, first, second } = await setupTabs((message, inFirst) => {
      if (inFirst) return false
      const lost = message.kind === 'outbox' ? message.documents.some(isChange) : message.kind === 'status'
      if (lost) missed++
      return lost
    })
    await first.update('projects', first.table('projects').get(harbour)!, { name: 'Mine' })
    await synced(first)
    await until(() => server.requests(changes).length === 1 && missed > 1)
    await until(() => second.table('projects').get(harbour)!.name === 'Mine')
    expect(second.outbox()).toEqual([])
    device.clock.advance(60_000)
    await until(() => second.outbox().length === 1)
    expect(second.outbox()[0]).toMatchObject({ state: 'settled', verdict: { verdict: 'applied' } })
    expect(second.status.waiting).toBe(0)
  })
})
