// The real store on IndexedDB with a miniature server, which decides changes when the test says so.
import { v7 as newId } from 'uuid'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { parseCreate, serverDefaults } from '#schema/kernel/parse.ts'
import { changesPath } from '#schema/sync/protocol.ts'
import { type EntityName, entityNamed, type Row } from '#schema/registry.ts'
import { completeValues } from '#schema/rules.ts'
import { createSoon } from '#web/app/start/soon.ts'
import type { Identity, Store, SyncStatus } from '#web/store/base/contract.ts'
import type { StoreDeps } from '#web/store/base/deps.ts'
import { rememberIdentity } from '#web/store/disk/identity.ts'
import { openStore } from '#web/store/open.ts'
import { storeSharedFiles } from '#web/store/files/shared-files.ts'
import { FakeLocks } from '#web/store/test/browser.ts'
import { Server } from '#web/store/test/server.ts'

export const someone: Identity = {
  id: '00000000-0000-7000-8000-000000000001',
  tenantId: '00000000-0000-7000-8000-000000000002',
  tenantName: 'Demo Capital',
  email: 'admin@demo.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'ADMIN',
  profileImageUrl: null,
}

const at = '2025-06-30T10:00:00.000Z'
/** Tests alone set the state of the connection, so the store must not give up. */
const longestWaitMs = 1_000
let opened = 0

interface World {
  readonly server: Server
  /** Screens show the row once the device has pulled it. */
  put<Name extends EntityName>(name: Name, fields: Readonly<Record<string, unknown>>): Row<Name>
  drop(name: EntityName, id: string): void
  /** Resolves when the device has all rows of the server. */
  caughtUp(): Promise<void>
  decided(): Promise<void>
  /** For states that would take a broken network or a full disk. */
  setStatus(status: Partial<SyncStatus>): void
}

export type TestStore = Store &
  World & {
    share(...files: File[]): Promise<void>
    /** Shares files like the service worker, which cannot know the sender. */
    receive(...files: File[]): Promise<void>
    /** Opens the store in another window of the same browser. */
    openBeside(): Promise<TestStore>
  }

export function openTestStore(identity = someone): Promise<TestStore> {
  const server = new Server()
  server.signedIn = identity.id
  return openWindow(identity, server, new FakeLocks(), `test${Date.now()}-${++opened}`)
}

async function openWindow(
  identity: Identity,
  server: Server,
  locks: FakeLocks,
  databasePrefix: string,
): Promise<TestStore> {
  const gate = createGate()
  const deps: StoreDeps = {
    identity,
    fetch: async (path, init) => {
      if (path.startsWith(changesPath)) await gate.open
      return server.fetch(path, init)
    },
    locks,
    idb: { indexedDB, IDBKeyRange },
    timers: {
      setTimeout: (run, ms) => (ms > longestWaitMs ? undefined : setTimeout(run, ms)),
      clearTimeout: (handle) => clearTimeout(handle as number),
    },
    now: Date.now,
    monotonic: () => performance.now(),
    soon: createSoon(),
    random: () => 0.5,
    newId,
    today: () => '2025-06-30',
    databasePrefix,
  }
  const store = await openStore(deps)
  const close = store.close.bind(store)
  const found = () => statusOf(store)
  async function handOver(files: File[], isUnconfirmed: boolean): Promise<void> {
    const cookies = async () => ({ person: identity.id, leaving: null })
    await rememberIdentity(deps.idb, identity, databasePrefix)
    const outcome = await storeSharedFiles({ idb: deps.idb, databasePrefix, newId, cookies, isUnconfirmed }, files)
    if (outcome !== 'stored') throw new Error(`The files were not kept: ${outcome}`)
  }
  return Object.assign(store, createWorld(store, server, gate, found), createStatus(store, found), {
    close: async () => {
      gate.end()
      await close()
    },
    share: (...files: File[]) => handOver(files, false),
    receive: (...files: File[]) => handOver(files, true),
    openBeside: () => openWindow(identity, server, locks, databasePrefix),
  })
}

function createWorld(
  store: Store,
  server: Server,
  gate: ReturnType<typeof createGate>,
  found: () => SyncStatus,
): Omit<World, 'setStatus'> {
  const coming = new Map<string, () => boolean>()
  let hinted = false
  /** One pull for all rows put in one task. */
  const hint = () => {
    if (hinted) return
    hinted = true
    queueMicrotask(() => {
      hinted = false
      store.syncNow()
    })
  }
  const write = (name: EntityName, id: string, fields: Record<string, unknown> | null) => {
    const number = server.write([name, id, fields])
    const isHere = () => (store.table(name).get(id)?.number ?? 0) >= number
    coming.set(`${name}/${id}`, fields ? isHere : () => store.table(name).get(id) === undefined)
    hint()
  }
  const read = (name: string, id: string): AnyRow | undefined => {
    const stored = server.rows.get(`${name}/${id}`)
    return stored?.fields ? ({ id, number: stored.number, ...stored.fields } as unknown as AnyRow) : undefined
  }
  const caughtUp = async () => {
    store.syncNow()
    await until(() => found().hasAllRows && [...coming.values()].every((isHere) => isHere()))
    coming.clear()
  }
  return {
    server,
    caughtUp,
    put: (name, fields) => {
      const definition = entityNamed(name)!
      const today = '2025-06-30'
      const parsed = parseCreate(definition, fields, 'ignore', today)
      if (!parsed.ok) throw new Error(`Not a row of ${name}: ${JSON.stringify(parsed.issues)}`)
      const given = Object.fromEntries(Object.entries(fields).filter(([field]) => definition.fields[field]?.byServer))
      const values = completeValues(name, { ...serverDefaults(definition), ...parsed.values, ...given }, read, {
        before: null,
        today,
      })
      const id = (fields['id'] as string | undefined) ?? newId()
      write(name, id, { createdAt: at, updatedAt: at, createdBy: null, ...values })
      return read(name, id) as Row<typeof name>
    },
    drop: (name, id) => write(name, id, null),
    decided: async () => {
      gate.let()
      await until(() => found().waiting === 0)
      gate.hold()
      await caughtUp()
    },
  }
}

function createGate() {
  const closed = () => {
    const pass = Promise.withResolvers<void>()
    pass.promise.catch(() => {})
    return pass
  }
  let pass = closed()
  return {
    get open() {
      return pass.promise
    },
    let: () => pass.resolve(),
    hold: () => void (pass = closed()),
    end: () => pass.reject(new Error('The test is over')),
  }
}

const statusOf = (store: Store): SyncStatus =>
  Reflect.get(Object.getPrototypeOf(store) as object, 'status', store) as SyncStatus

function createStatus(store: Store, found: () => SyncStatus) {
  let overrides: Partial<SyncStatus> = {}
  let [last, reported] = [found(), found()]
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  store.subscribeStatus(notify)
  Object.defineProperty(store, 'status', {
    get: () => {
      if (last !== found()) [last, reported] = [found(), { ...found(), ...overrides }]
      return reported
    },
  })
  return {
    subscribeStatus: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setStatus: (more: Partial<SyncStatus>) => {
      overrides = { ...overrides, ...more }
      reported = { ...found(), ...overrides }
      notify()
    },
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`It never came true: ${String(isTrue)}`)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
