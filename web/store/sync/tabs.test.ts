import { describe, expect, it } from 'vitest'
import type { TabMessage } from '#web/store/core/tabs.ts'
import { lockNameOf, databaseNameOf } from '#web/store/disk/database-name.ts'
import { ada, Device, goOnline, synced, until, uuid7 } from '#web/store/test/device.ts'
import { project } from '#web/store/test/rows.ts'
import { setupStore } from '#web/store/test/setup-store.ts'

const harbour = uuid7('Harbour')

async function setupTabs() {
  const { device, store: first } = await setupStore()
  const second = await device.open()
  await until(() => second.status.connection === 'online')
  return { device, server: device.server, first, second }
}

describe('two tabs of one person', () => {
  it('SEND9 show the same, and only one of them sends requests', async () => {
    const { device, server, first, second } = await setupTabs()
    expect(second.table('projects').get(harbour)?.name).toBe('Harbour')
    expect(device.hints).toHaveLength(1)
    server.write(project('Tower'))
    server.received.length = 0
    first.syncNow()
    await until(() => second.table('projects').size === 2)
    expect(server.received).toHaveLength(1)
  })

  it('show and send each other’s changes', async () => {
    const { server, first, second } = await setupTabs()
    server.fault(/./, { kind: 'drop' }, 2)
    await second.create('projects', { name: 'By the second', type: 'AGRICULTURE' })
    await until(() => first.table('projects').size === 2)
    await until(() => first.status.waiting === 1 && first.status.connection === 'offline')
    await until(() => second.status.connection === 'offline')
    goOnline(server, second)
    await synced(first)
    await until(() => second.status.waiting === 0 && second.status.connection === 'online')
    expect([...second.table('projects').all()].every(({ number }) => number > 0)).toBe(true)
  })

  it('exchange no message only because a change is being sent: the sending tab shows that', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    let messages = 0
    const store = await device.open({
      openChannel(name) {
        const channel = device.channels.open(name)
        const post = channel.postMessage.bind(channel)
        channel.postMessage = (message) => {
          if ((message as TabMessage).kind === 'status') messages++
          post(message)
        }
        return channel
      },
    })
    await synced(store)
    await until(() => !store.status.syncing)
    device.server.fault(/\/changes$/, { kind: 'hang' })
    messages = 0
    await store.update('projects', store.table('projects').get(harbour)!, { name: 'Mine' })
    await until(() => store.outbox()[0]?.state === 'sent')
    expect(messages, 'only that the tab is syncing').toBe(1)
  })

  it('both show a conflict, but only the tab of the change shows a toast', async () => {
    const { server, first, second } = await setupTabs()
    const refusedIn: string[] = []
    first.onRefused(() => refusedIn.push('first'))
    second.onRefused(() => refusedIn.push('second'))
    server.write(project('Harbour', { name: 'Theirs' }))
    await second.update('projects', second.table('projects').get(harbour)!, { name: 'Mine' })
    await until(() => first.status.attention === 1 && second.status.attention === 1)
    expect(refusedIn).toEqual(['second'])
    await first.discard(first.outbox()[0]!.id)
    await until(() => second.status.attention === 0)
  })

  it('SEND2 commit at the same time without losing anything, in one order', async () => {
    const { server, first, second } = await setupTabs()
    await Promise.all(
      [first, second].flatMap((tab, index) =>
        [1, 2, 3, 4, 5].map((n) => tab.create('projects', { name: `Made ${index} ${n}`, type: 'AGRICULTURE' })),
      ),
    )
    await until(() => first.table('projects').size === 11 && second.table('projects').size === 11)
    await synced(first)
    expect(server.rows.size).toBe(11)
    const order = (tab: typeof first) => tab.outbox().map(({ id }) => id)
    await until(() => second.status.waiting === 0)
    expect(order(second)).toEqual(order(first))
  })

  it('send a change after the change of the other tab that it builds on', async () => {
    const { server, first, second } = await setupTabs()
    server.fault(/./, { kind: 'drop' }, 1_000)
    await first.create('projects', { name: 'One', type: 'AGRICULTURE' })
    await first.create('projects', { name: 'Two', type: 'AGRICULTURE' })
    const createdResult = await first.create('projects', { name: 'Three', type: 'AGRICULTURE' })
    const id = createdResult.ok ? createdResult.id : ''
    await until(() => second.table('projects').get(id) !== undefined)
    await second.update('projects', second.table('projects').get(id)!, { name: 'Four' })
    await until(() => first.table('projects').get(id)!.name === 'Four')
    await until(() => first.status.connection === 'offline' && !first.status.syncing)
    goOnline(server, first)
    await synced(first)
    expect(server.row('projects', id)).toMatchObject({ name: 'Four' })
    expect(first.status.attention).toBe(0)
  })

  it('both hide the old rows if access was narrowed', async () => {
    const { server, first, second } = await setupTabs()
    server.scope = 'scope-2'
    server.narrowed = true
    server.shows = () => false
    first.syncNow()
    await until(() => first.table('projects').size === 0)
    await until(() => second.table('projects').size === 0)
    expect(server.rows.size).toBe(1)
  })

  it('switch to another set together', async () => {
    const { server, first, second } = await setupTabs()
    server.write(project('Tower'))
    server.scope = 'scope-2'
    server.rowsPerPage = 1
    first.syncNow()
    await until(() => first.table('projects').size === 2 && second.table('projects').size === 2)
    await until(() => second.status.hasAllRows)
    expect(second.table('projects').get(uuid7('Tower'))?.name).toBe('Tower')
  })
})

describe('the lock', () => {
  it('passes to the other tab when the leader closes', async () => {
    const { device, server, first, second } = await setupTabs()
    await first.close()
    server.write(project('Tower'))
    await until(() => device.hints.length === 2)
    second.syncNow()
    await until(() => second.table('projects').size === 2)
    expect(device.locks.isHeld(lockNameOf(databaseNameOf(ada, device.prefix)))).toBe(true)
  })

  it('SEND9 is stolen from a frozen leader, which then stops writing', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    const { store: first, freeze } = await device.openFreezable()
    await synced(first)
    const second = await device.open()
    await until(() => second.status.connection === 'online')
    let unfreeze = (): void => {}
    device.server.gate = new Promise((resolve) => (unfreeze = resolve))
    device.server.write(project('Tower'))
    first.syncNow()
    await until(() => device.server.received.length === 2)
    freeze()
    device.server.gate = undefined
    second.syncNow()
    await until(() => device.clock.waits.includes(3_000))
    device.clock.advance(3_000)
    await until(() => second.table('projects').size === 2)
    unfreeze()
    device.server.write(project('Pier'))
    second.syncNow()
    await until(() => second.table('projects').size === 3)
    expect(first.table('projects').size).toBe(1)
    expect(device.reported).toEqual([])
  })

  it('stays with a leader that responds', async () => {
    const { device, second } = await setupTabs()
    second.syncNow()
    await until(() => !device.clock.waits.includes(3_000))
    expect(device.hints).toHaveLength(1)
    expect(device.locks.isHeld(lockNameOf(databaseNameOf(ada, device.prefix)))).toBe(true)
  })

  it('is not required for a consistent feed: two tabs store a page once', async () => {
    const device = new Device()
    device.server.write(project('Harbour'))
    const first = await device.open({ openChannel: undefined })
    const second = await device.open({ openChannel: undefined, locks: new Device().locks })
    await synced(first)
    await synced(second)
    for (let n = 0; n < 5; n++) {
      device.server.write(project(`Tower ${n}`))
      first.syncNow()
      second.syncNow()
      await until(() => first.table('projects').size === n + 2 && second.table('projects').size === n + 2)
    }
    await Promise.all([first.close(), second.close()])
    const restarted = await device.open()
    expect(restarted.table('projects').size).toBe(6)
    expect(device.reported).toEqual([])
  })
})
