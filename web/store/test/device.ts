// A browser with tabs on one IndexedDB, and a miniature server.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { onTestFinished } from 'vitest'
import type { Identity, Store } from '#web/store/base/contract.ts'
import type { Channel, Idb, StoreDeps } from '#web/store/base/deps.ts'
import { openStore } from '#web/store/open.ts'
import { FakeChannels, FakeHints, FakeLocks } from './browser.ts'
import { Clock } from './clock.ts'
import { disks } from './sealing.ts'
import { Server } from './server.ts'

export const ada: Identity = {
  id: 'user-1',
  tenantId: 'tenant-1',
  tenantName: 'Demo Capital',
  email: 'ada@demo.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'ADMIN',
  profileImageUrl: null,
}

let devices = 0

export class Device {
  readonly server: Server
  readonly clock = new Clock()
  readonly locks = new FakeLocks()
  readonly channels = new FakeChannels()
  readonly hints: FakeHints[] = []
  readonly idb: Idb = { indexedDB: new IDBFactory(), IDBKeyRange }
  readonly localStorageEntries = new Map<string, string>()
  readonly prefix = `device${++devices}`
  readonly reported: unknown[] = []
  backgroundSyncs = 0
  skewMs = 0
  readonly streams: string[] = []
  #ids = 0

  constructor(server = new Server()) {
    this.server = server
    server.now ??= this.clock.now
  }

  async advanceMinutes(store: Store, minutes = 1): Promise<void> {
    const requestsBefore = this.server.received.length
    this.clock.advance(minutes * 60_000)
    await until(() => this.server.received.length > requestsBefore && !store.status.syncing)
  }

  deps(overrides: Partial<StoreDeps> = {}): StoreDeps {
    return {
      identity: ada,
      fetch: this.server.fetch,
      locks: this.locks,
      idb: this.idb,
      timers: this.clock,
      codec: disks.codec,
      localStorage: {
        getItem: (key) => this.localStorageEntries.get(key) ?? null,
        setItem: (key, text) => void this.localStorageEntries.set(key, text),
        removeItem: (key) => void this.localStorageEntries.delete(key),
      },
      now: () => this.clock.now() + this.skewMs,
      monotonic: this.clock.now,
      random: () => 0.5,
      newId: () => uuid7(`${this.prefix}-${++this.#ids}`),
      today: () => '2026-03-01',
      openChannel: this.channels.open,
      openHints: (path) => {
        this.streams.push(path)
        const hints = new FakeHints()
        this.hints.push(hints)
        return hints
      },
      registerBackgroundSync: () => void this.backgroundSyncs++,
      report: (error) => void this.reported.push(error),
      databasePrefix: this.prefix,
      ...overrides,
    }
  }

  async open(overrides: Partial<StoreDeps> = {}): Promise<Store> {
    const store = await openStore(this.deps(overrides))
    onTestFinished(() => store.close())
    return store
  }

  async openSynced(more?: Partial<StoreDeps>): Promise<Store> {
    const store = await this.open(more)
    await synced(store)
    return store
  }

  async openFreezable(): Promise<{ readonly store: Store; readonly freeze: () => void }> {
    let channel: Channel | undefined
    const store = await this.open({ openChannel: (name) => (channel = this.channels.open(name)) })
    return { store, freeze: () => this.channels.frozen.add(channel!) }
  }
}

export function uuid7(name: string): string {
  let hash = 0n
  for (const character of name) hash = (hash * 131n + BigInt(character.codePointAt(0)!)) % (1n << 60n)
  const hex = hash.toString(16).padStart(15, '0')
  return `01900000-0000-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(3, 15)}`
}

export async function until(isTrue: () => boolean, description = String(isTrue)): Promise<void> {
  // Only ends a hanging test: a real server or a thread that hashes may get little time on a busy machine.
  const deadline = performance.now() + 30_000
  for (let step = 0; step < 5_000 || performance.now() < deadline; step++) {
    if (isTrue()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`It never came true: ${description}`)
}

export const synced = (store: Store): Promise<void> =>
  until(
    () =>
      store.status.hasAllRows &&
      store.status.waiting === 0 &&
      !store.status.syncing &&
      store.status.connection === 'online',
    JSON.stringify(store.status),
  )

export async function syncAgain(store: Store): Promise<void> {
  store.syncNow()
  await synced(store)
}

export async function goOffline(server: Server, store: Store): Promise<void> {
  server.fault(/./, { kind: 'drop' }, 1_000)
  store.syncNow()
  await until(() => store.status.connection === 'offline' && !store.status.syncing)
}

export function goOnline(server: Server, store: Store): void {
  server.clearFaults()
  store.syncNow()
}
