import { describe, expect, it } from 'vitest'
import { protocolHeader, protocolVersion } from '#schema/sync/protocol.ts'
import { databaseNameOf, filesDatabaseName } from '#web/store/disk/database-name.ts'
import { FileDisk } from './file-disk.ts'
import { rememberIdentity, sealedPeople } from '#web/store/disk/identity.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { storeSharedFiles } from './shared-files.ts'
import { sendUnsent } from '#web/store/sync/send-unsent.ts'
import { ada, Device, synced, until, uuid7 } from '#web/store/test/device.ts'
import { storeAsBuffer } from '#web/store/test/older-file.ts'
import { project } from '#web/store/test/rows.ts'
import { disks } from '#web/store/test/sealing.ts'
import { Uploads } from '#web/store/test/uploads.ts'
import { unsentIn } from '#web/store/base/unsent.ts'
import { wipe } from '#web/store/wipe.ts'

const pdf = (text = '%PDF-paper', name = 'Plan.pdf') => new File([text], name, { type: 'application/pdf' })
const longContent = '%PDF-'.padEnd(1_200_000, 'long')

const databases = async ({ idb }: Device) => (await idb.indexedDB.databases()).map(({ name }) => name!)

async function put(device: Device, head: object): Promise<void> {
  const disk = new FileDisk(filesDatabaseName(databaseNameOf(ada, device.prefix)), device.idb, disks.codec)
  await disk.put({ id: 'documents/x', file: 'f', text: JSON.stringify(head) }, new ArrayBuffer(9))
  await disk.close()
}

async function setup() {
  const device = new Device()
  const uploads = new Uploads()
  device.server.call = uploads.call
  device.server.write(project('Harbour'))
  await rememberIdentity(device.idb, ada, device.prefix)
  const store = await device.openSynced()
  const goOffline = async () => {
    device.server.fault(/./, { kind: 'drop' }, 1_000)
    store.syncNow()
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
  }
  const goOnline = () => {
    device.server.clearFaults()
    store.syncNow()
  }
  const create = async (file = pdf(), on = store) => {
    const id = on.newId()
    const fields = { name: 'Plan', language: 'en' } as const
    await on.commit([{ op: 'create', entity: 'documents', id, fields }], file)
    return { entity: 'documents', id } as const
  }
  return { device, uploads, store, goOffline, goOnline, create }
}

const isUploaded = (store: Awaited<ReturnType<Device['open']>>) => () =>
  store.files.all.length === 0 && !store.status.syncing

describe('a pending file on the device', () => {
  it('FILE7 FILE21 is in every tab and after a restart, counts as unsent, and is uploaded after its record', async () => {
    const { device, uploads, store, goOffline, goOnline, create } = await setup()
    const other = await device.open()
    await goOffline()
    const owner = await create()
    expect(store.files.of(owner)).toMatchObject({ name: 'Plan.pdf', size: 10, uploadedBytes: 0, problem: null })
    expect(unsentIn(store.status)).toBe(2)
    await until(() => other.files.all.length === 1 && other.status.files === 1)
    await other.close()
    const restarted = await device.open()
    expect(restarted.files.of(owner)?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await (await restarted.files.read(owner))!.text()).toBe('%PDF-paper')
    const recordsBefore: boolean[] = []
    uploads.respond = ({ method }) => {
      if (method === 'POST') recordsBefore.push(device.server.rows.has(`documents/${owner.id}`))
      return undefined
    }
    const requestsBefore = device.server.requests(/changes/).length
    goOnline()
    device.server.fault(/changes/, { kind: 'response', status: 503 })
    await until(() => device.server.requests(/changes/).length > requestsBefore && !store.status.syncing)
    expect(uploads.started).toEqual([])
    await device.advanceMinutes(store)
    await until(isUploaded(store))
    expect(recordsBefore).toEqual([true])
    expect(uploads.started).toMatchObject([
      { fields: { ...owner, filename: 'Plan.pdf', filetype: 'application/pdf' }, size: 10, state: 'STORED' },
    ])
    expect(await uploads.lastContent()).toBe('%PDF-paper')
    await until(() => restarted.files.all.length === 0)
    expect(unsentIn(store.status)).toBe(0)
  })

  it('FILE7 is stored together with its record or not at all', async () => {
    const { device, store } = await setup()
    const fullStore = await device.open({ freeBytes: async () => 5 })
    const fields = { name: 'Plan', language: 'en' } as const
    const commands = [{ op: 'create', entity: 'documents', fields }] as const
    await expect(fullStore.commit(commands, pdf())).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect([fullStore.files.all, fullStore.outbox()]).toEqual([[], []])
    expect(fullStore.status.full).toBe(true)
    const rejected = await store.commit([{ op: 'create', entity: 'documents', fields: { language: 'en' } }], pdf())
    expect([rejected.ok, store.files.all]).toEqual([false, []])
  })

  it('FILE7 FILE20 replaces a pending one for the same record', async () => {
    const { uploads, store, goOffline, goOnline, create } = await setup()
    await goOffline()
    const owner = await create()
    await store.files.add(owner, pdf('%PDF-newer', 'Newer.pdf'))
    expect(store.files.all).toMatchObject([{ name: 'Newer.pdf' }])
    goOnline()
    await until(isUploaded(store))
    expect(uploads.started).toMatchObject([{ fields: { filename: 'Newer.pdf' }, state: 'STORED' }])
  })

  it('FILE7 can be discarded, which deletes its bytes from the device', async () => {
    const { device, uploads, store, goOffline, goOnline, create } = await setup()
    await goOffline()
    const owner = await create()
    await store.files.discardUpload(owner)
    expect([store.files.all, await store.files.read(owner)]).toEqual([[], null])
    goOnline()
    await synced(store)
    expect(uploads.started).toEqual([])
    expect(device.reported).toEqual([])
  })

  async function setupHalfSent() {
    const begun = await setup()
    const { uploads, store, create } = begun
    let parts = 0
    uploads.respond = ({ method }) => (method === 'PATCH' && ++parts > 1 ? { status: 503, body: {} } : undefined)
    const owner = await create(pdf(longContent))
    await until(() => (store.files.of(owner)?.uploadedBytes ?? 0) > 0 && !store.status.syncing)
    return { ...begun, owner, states: () => uploads.started.map(({ state }) => state) }
  }

  it('FILE5 FILE7 discarded midway is also canceled on the server', async () => {
    const { store, owner, states } = await setupHalfSent()
    await store.files.discardUpload(owner)
    expect([store.files.all, states()]).toEqual([[], ['WITHDRAWN']])
    await until(() => !store.files.isDiscarding(owner))
  })

  it('FILE7 FILE22 discarded offline is canceled on the server with the next connection, even after a restart', async () => {
    const { device, store, goOffline, owner, states } = await setupHalfSent()
    const other = await device.open()
    await goOffline()
    await store.files.discardUpload(owner)
    expect([store.files.all, store.files.isDiscarding(owner), states()]).toEqual([[], true, ['UPLOADING']])
    expect([unsentIn(store.status), (await store.unsentWork(async () => {})).text]).toEqual([
      0,
      expect.stringContaining('"files":[]'),
    ])
    await until(() => other.files.isDiscarding(owner))
    await Promise.all([store.close(), other.close()])
    device.server.clearFaults()
    const restarted = await device.open()
    await until(() => states()[0] === 'WITHDRAWN' && !restarted.files.isDiscarding(owner))
    expect(restarted.status.connection).toBe('online')
  })

  it('FILE7 WHO5 discarded does not count as sealed unsent work and is canceled when the person returns', async () => {
    const { device, store, goOffline, owner, states } = await setupHalfSent()
    await goOffline()
    await store.files.discardUpload(owner)
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
    await until(() => store.isClosed)
    expect(await sealedPeople(device.idb, device.prefix)).toEqual([])
    device.server.clearFaults()
    await device.open()
    await until(() => states()[0] === 'WITHDRAWN')
  })

  it('FILE7 that was discarded can be replaced by another one for the record', async () => {
    const { device, uploads, store, goOffline, owner, states } = await setupHalfSent()
    await goOffline()
    await store.files.discardUpload(owner)
    await store.files.add(owner, pdf('%PDF-newer', 'Newer.pdf'))
    expect(store.files.isDiscarding(owner)).toBe(false)
    uploads.respond = () => undefined
    device.server.clearFaults()
    store.syncNow()
    await until(isUploaded(store))
    expect(states().at(-1)).toBe('STORED')
  })

  it('FILE7 discarded in a tab that missed a later file does not affect the later one', async () => {
    const { device, store, goOffline, owner } = await setupHalfSent()
    const { store: other, freeze } = await device.openFreezable()
    await goOffline()
    freeze()
    await store.files.add(owner, pdf('%PDF-newer', 'Newer.pdf'))
    await other.files.discardUpload(owner)
    const restarted = await device.open()
    expect(await (await restarted.files.read(owner))?.text()).toBe('%PDF-newer')
    expect([restarted, other].map(({ files }) => files.isDiscarding(owner))).toEqual([false, false])
  })

  it('FILE7 that was discarded offline is also canceled by the worker', async () => {
    const { device, store, goOffline, owner, states } = await setupHalfSent()
    await goOffline()
    await store.files.discardUpload(owner)
    await store.close()
    device.server.clearFaults()
    expect(await sendUnsent(device.deps())).toBe('sent')
    expect(states()).toEqual(['WITHDRAWN'])
  })

  for (const status of [404, 409])
    it(`FILE7 the cancellation counts as acknowledged when the server responds ${status}`, async () => {
      const { device, uploads, store, goOffline, owner } = await setupHalfSent()
      await goOffline()
      await store.files.discardUpload(owner)
      const body = { code: status === 404 ? 'NOT_FOUND' : 'CONFLICT', message: 'No' }
      uploads.respond = ({ method }) => {
        if (method === 'DELETE') return { status, body, headers: { [protocolHeader]: String(protocolVersion) } }
        return undefined
      }
      device.server.clearFaults()
      store.syncNow()
      await until(() => !store.files.isDiscarding(owner) && !store.status.syncing)
      expect(store.status.connection).toBe('online')
    })

  it('FILE7 FILE23 is discarded with its record', async () => {
    const { uploads, store, goOffline, goOnline, create } = await setup()
    await goOffline()
    await create()
    await store.discard(store.outbox()[0]!.id)
    goOnline()
    await until(isUploaded(store))
    expect(uploads.started).toEqual([])
  })

  it('FILE7 is removed after a crash before its record was written', async () => {
    const { device, uploads, store } = await setup()
    await store.close()
    await put(device, { format: 1, entity: 'documents', id: 'x', file: 'f', change: 'never', problem: null })
    const restarted = await device.openSynced()
    await until(() => restarted.files.all.length === 0)
    expect(uploads.started).toEqual([])
  })
})

describe('an upload', () => {
  it('FILE3 resumes from the received bytes after the page was closed midway', async () => {
    const { device, uploads, store, create } = await setup()
    let parts = 0
    uploads.respond = ({ method }) => {
      if (method !== 'PATCH' || ++parts < 2) return undefined
      device.server.fault(/./, { kind: 'drop' }, 1_000)
      return undefined
    }
    await create(pdf(longContent))
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    expect(store.files.all[0]!.uploadedBytes).toBeLessThan(longContent.length)
    await store.close()
    uploads.respond = () => undefined
    device.server.clearFaults()
    const restarted = await device.open()
    await until(isUploaded(restarted))
    expect(uploads.started).toHaveLength(1)
    expect(await uploads.lastContent()).toBe(longContent)
  })

  it('FILE4 requests the result if the last response was lost', async () => {
    const { device, uploads, store, create } = await setup()
    device.server.fault(/uploads\/1/, { kind: 'lose' })
    await create()
    await until(() => uploads.started[0]?.state === 'STORED')
    await device.advanceMinutes(store)
    await until(isUploaded(store))
    expect(uploads.started).toHaveLength(1)
  })

  it('FILE9 FILE25 starts over if the server no longer has it', async () => {
    const { device, uploads, store, create } = await setup()
    uploads.respond = ({ method }) => {
      if (method !== 'PATCH' || uploads.started.length > 1) return undefined
      uploads.started[0]!.id = 'forgotten'
      return { status: 503, body: {} }
    }
    await create()
    await until(() => uploads.started[0]?.id === 'forgotten' && !store.status.syncing)
    await device.advanceMinutes(store)
    await until(isUploaded(store))
    expect(uploads.started.map(({ state }) => state)).toEqual(['UPLOADING', 'STORED'])
  })

  it('FILE8 that is rejected shows the reason and can be retried or replaced', async () => {
    const { uploads, store, create } = await setup()
    uploads.rejects = ({ filename }) => filename === 'Plan.pdf'
    const owner = await create()
    await until(() => store.status.refusedFiles === 1)
    expect(store.files.of(owner)?.problem).toEqual({
      status: 400,
      code: 'VALIDATION',
      issues: { file: { key: 'fileContent' } },
    })
    expect(unsentIn(store.status)).toBe(1)
    expect(await (await store.files.read(owner))!.text()).toBe('%PDF-paper')
    await store.files.retry(owner)
    await until(() => uploads.started.length === 2 && store.status.refusedFiles === 1 && !store.status.syncing)
    await store.files.add(owner, pdf('%PDF-better', 'Better.pdf'))
    await until(isUploaded(store))
    expect(await uploads.lastContent()).toBe('%PDF-better')
  })

  it.each([200, 302, 401])(
    'FILE8 LIVE2 FILE24 resumes after a captive portal responded with %i midway',
    async (status) => {
      const { device, uploads, store, create } = await setup()
      const portal = { kind: 'portal', status } as const
      uploads.respond = ({ method }) => {
        if (method === 'PATCH' && uploads.started[0]!.length > 0) device.server.fault(/./, portal, 1_000)
        return undefined
      }
      await create(pdf(longContent))
      await until(() => store.status.connection === 'offline' && !store.status.syncing)
      expect([store.files.all.length, store.files.all[0]?.problem]).toEqual([1, null])
      uploads.respond = () => undefined
      device.server.clearFaults()
      store.syncNow()
      await until(isUploaded(store))
      expect(uploads.started).toHaveLength(1)
      expect(await uploads.lastContent()).toBe(longContent)
    },
  )

  it('SEND10 waits for the next sign-in after the session was lost, and is then sent once', async () => {
    const { device, uploads, store, create } = await setup()
    uploads.respond = ({ method }) => {
      if (method === 'PATCH') device.server.fault(/./, { kind: 'drop' }, 1_000)
      return undefined
    }
    await create(pdf(longContent))
    await until(() => store.status.connection === 'offline' && !store.status.syncing)
    await store.close()

    device.server.clearFaults()
    const signedOut = {
      kind: 'response',
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'Unauthorized' },
    } as const
    device.server.fault(/sync/, signedOut, 1_000)
    const feedHasResponded = Promise.withResolvers<void>()
    device.server.fault(/uploads/, { kind: 'late', what: 'response', until: feedHasResponded.promise })
    // A response to HEAD has no body that gives the reason.
    const headers = { [protocolHeader]: String(protocolVersion) }
    uploads.respond = ({ method }) => (method === 'HEAD' ? { status: 401, body: null, text: '', headers } : undefined)
    const restarted = await device.open()
    await until(() => restarted.status.connection === 'signed-out')
    feedHasResponded.resolve()
    await until(() => !restarted.status.syncing)
    expect(restarted.status).toMatchObject({ connection: 'signed-out', files: 1 })
    device.clock.advance(600_000)
    expect(restarted.status.connection).toBe('signed-out')

    device.server.clearFaults()
    uploads.respond = () => undefined
    restarted.resume()
    await until(isUploaded(restarted))
    expect(uploads.started).toHaveLength(1)
    expect(await uploads.lastContent()).toBe(longContent)
  })

  it('LIVE6 over a slow connection is sent in small parts without showing the connection as lost', async () => {
    const { device, uploads, store, create } = await setup()
    const bytesPerMs = 20
    const durations: number[] = []
    uploads.respond = ({ method, sent }) => {
      if (method !== 'PATCH') return undefined
      durations.push((sent as Blob).size / bytesPerMs)
      device.clock.advance(durations.at(-1)!)
      return undefined
    }
    const connections = new Set<string>()
    const arrived = new Set<number>()
    store.subscribeStatus(() => connections.add(store.status.connection))
    store.files.subscribe(() => arrived.add(store.files.all[0]?.uploadedBytes ?? 0))
    await create(pdf(longContent))
    await until(isUploaded(store))
    expect(Math.max(...durations)).toBeLessThan(8_000)
    expect(arrived.size).toBeGreaterThan(10)
    expect([...connections]).toEqual(['online'])
    expect(await uploads.lastContent()).toBe(longContent)
    expect(uploads.started).toHaveLength(1)
  })

  it('LIVE6 succeeds in smaller parts over a very slow connection after timeouts', async () => {
    const { device, uploads, store, create } = await setup()
    device.hints.at(-1)!.send(device.server.number)
    const bytesPerMs = 3
    const sizes: number[] = []
    uploads.respond = ({ method, sent }) => {
      if (method !== 'PATCH') return undefined
      const { size } = sent as Blob
      sizes.push(size)
      // The stream's heartbeats continue: the server is reachable.
      for (let remaining = Math.min(30_000, size / bytesPerMs); remaining > 0; remaining -= 10_000) {
        device.hints.at(-1)!.send(device.server.number)
        device.clock.advance(Math.min(10_000, remaining))
      }
      // The server ends longer requests with a plain HTTP 408.
      return size / bytesPerMs > 30_000 ? { status: 408, body: null, text: '' } : undefined
    }
    await create(pdf(longContent))
    await until(isUploaded(store))
    expect(sizes[1]! * 2).toBe(sizes[0])
    expect(Math.max(...sizes.slice(2)) / bytesPerMs).toBeLessThan(8_000)
    expect(await uploads.lastContent()).toBe(longContent)
    expect(uploads.started).toHaveLength(1)
  })

  it('FILE8 that another device of the person has replaced needs a decision', async () => {
    const { device, uploads, store, create } = await setup()
    uploads.respond = ({ method }) => {
      if (method !== 'PATCH') return undefined
      uploads.started[0]!.state = 'WITHDRAWN'
      return undefined
    }
    const owner = await create()
    await until(() => uploads.started[0]?.state === 'WITHDRAWN' && !store.status.syncing)
    await device.advanceMinutes(store)
    await until(() => store.status.refusedFiles === 1)
    expect(store.files.of(owner)?.problem).toMatchObject({ code: 'CONFLICT' })
    expect(uploads.started).toHaveLength(1)
  })

  it('FILE9 is uploaded by the leading tab only', async () => {
    const { device, uploads, create } = await setup()
    const other = await device.openSynced()
    await create(pdf(longContent), other)
    await until(isUploaded(other))
    expect(uploads.started).toHaveLength(1)
    expect(await uploads.lastContent()).toBe(longContent)
  })

  it('FILE9 is uploaded by the worker after its record when no page is open', async () => {
    const { device, uploads, store, goOffline, create } = await setup()
    await goOffline()
    await create()
    await store.close()
    device.server.clearFaults()
    expect(device.backgroundSyncs).toBeGreaterThan(0)
    expect(await sendUnsent(device.deps())).toBe('sent')
    expect(await uploads.lastContent()).toBe('%PDF-paper')
    expect(await sendUnsent(device.deps())).toBe('nothing')
  })

  it('FILE9 that failed in the worker is retried', async () => {
    const { device, uploads, store, goOffline, create } = await setup()
    await goOffline()
    await create()
    await store.close()
    device.server.clearFaults()
    device.server.fault(/uploads/, { kind: 'drop' })
    await expect(sendUnsent(device.deps())).rejects.toThrow('left to be sent')
    expect(await sendUnsent(device.deps())).toBe('sent')
    expect(await uploads.lastContent()).toBe('%PDF-paper')
  })
})

describe('a revoked device', () => {
  async function setupRevoked() {
    const { device, uploads, store, goOffline, create } = await setup()
    uploads.rejects = () => true
    await create(pdf('%PDF-refused', 'Refused.pdf'))
    await until(() => store.status.refusedFiles === 1)
    await goOffline()
    const owner = await create()
    await store.close()
    const revoked: number[] = []
    const restarted = await device.open({ onRevoked: (unrecorded) => void revoked.push(unrecorded) })
    uploads.rejects = () => false
    const revoke = () => {
      device.server.clearFaults()
      device.server.isRevoked = true
      uploads.isHolding = true
      restarted.syncNow()
    }
    return {
      device,
      uploads,
      store: restarted,
      owner,
      revoke,
      revoked: () => revoked.length,
      unrecorded: () => revoked[0],
    }
  }

  it('HELD7 HELD30 submits its files after its changes, including refused ones, before it is wiped', async () => {
    const { device, uploads, store, revoke, revoked } = await setupRevoked()
    device.server.received.length = 0
    revoke()
    await until(() => revoked() === 1)
    expect(uploads.started.filter(({ state }) => state === 'HELD').map(({ fields }) => fields['filename'])).toEqual([
      'Refused.pdf',
      'Plan.pdf',
    ])
    const requests = device.server.received.map(({ path }) => /changes|uploads/.exec(path)?.[0])
    expect([store.files.all, requests.find((each) => each)]).toEqual([[], 'changes'])
    expect(requests).toContain('uploads')
  })

  it('HELD7 HELD29 submits each shared file once with a record of its name, and counts those that no record accepts', async () => {
    const { device, uploads, store, revoke: withdraw, revoked, unrecorded } = await setupRevoked()
    const cookies = async () => ({ person: ada.id, leaving: null })
    const deps = { ...device.deps(), databasePrefix: device.prefix, cookies }
    const sharedFiles = [pdf('%PDF-mail', 'Mail.PDF'), new File(['x'], 'Notes.txt'), pdf('', 'Empty.pdf')]
    expect(await storeSharedFiles(deps, sharedFiles)).toBe('stored')
    expect(await storeSharedFiles({ ...deps, isUnconfirmed: true }, [pdf('%PDF-web', 'Web.pdf')])).toBe('stored')
    const corners = [0, 1, 2, 3].map((n) => [n, n] as const)
    await store.shared.addPage('page', pdf(), { form: 'documents', position: 1, corners })
    withdraw()
    await until(() => revoked() === 1)
    const [mail] = uploads.started.filter(({ fields }) => fields['filename'] === 'Mail.PDF')
    const ops = device.server
      .requests(/changes/)
      .flatMap(({ body }) => body!.changes)
      .flatMap((change) => change.ops)
    const created = ops.filter((op) => op.op === 'create' && op.fields['name'] === 'Mail')
    expect(created).toMatchObject([{ entity: 'documents', id: mail!.fields['id'] }])
    expect(uploads.started.filter(({ state }) => state === 'HELD')).toHaveLength(3)
    expect((await store.shared.all()).map(({ name }) => name)).toEqual([
      'Notes.txt',
      'Empty.pdf',
      'Web.pdf',
      'Plan.pdf',
    ])
    expect(unrecorded()).toBe(4)
  })

  it('HELD7 continues until the server has each file once, even after a page was closed midway', async () => {
    const { device, uploads, store, revoke: withdraw, revoked } = await setupRevoked()
    let parts = 0
    const signedOut = { status: 401, body: { code: 'UNAUTHORIZED' }, headers: { [protocolHeader]: '1' } }
    uploads.respond = ({ method }) => (method === 'PATCH' && ++parts > 1 ? signedOut : undefined)
    withdraw()
    await until(() => parts > 1 && !store.status.syncing)
    expect([revoked(), store.files.all.length]).toEqual([0, 1])
    await store.close()
    uploads.respond = () => undefined
    let wiped = 0
    const restarted = await device.open({ onRevoked: () => void wiped++ })
    await until(() => wiped === 1)
    expect([restarted.files.all, uploads.started.filter(({ state }) => state === 'HELD').length]).toEqual([[], 2])
  })
})

describe('the files of a person', () => {
  it('WHO5 FILE21 wait for the person’s return and count as sealed work', async () => {
    const { device, uploads, store, goOffline, create } = await setup()
    await goOffline()
    await create()
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
    await until(() => store.isClosed)
    expect(await sealedPeople(device.idb, device.prefix)).toMatchObject([{ unsent: 2 }])
    device.server.clearFaults()
    const restarted = await device.open()
    await until(isUploaded(restarted))
    expect(await uploads.lastContent()).toBe('%PDF-paper')
  })

  it('WHO7 are deleted with their owner’s data', async () => {
    const { device, goOffline, create } = await setup()
    await goOffline()
    await create()
    expect(await databases(device)).toContain(filesDatabaseName(databaseNameOf(ada, device.prefix)))
    expect(await wipe(device.deps(), ada)).toBe('gone')
    expect(await databases(device)).toEqual([])
  })

  it('GROW1 stored by an older version are shown, exported and uploaded unchanged, and then removed', async () => {
    const { device, store, uploads } = await setup()
    await store.close()
    const owner = { entity: 'documents', id: uuid7('Lease') } as const
    const metadata = { name: 'Lease.pdf', type: 'application/pdf', size: longContent.length, sha256: 'a'.repeat(64) }
    const sending = { at: '2026-02-01T00:00:00.000Z', change: null, upload: null, problem: null }
    const file = uuid7('file')
    const record = {
      id: `documents/${owner.id}`,
      file,
      text: JSON.stringify({ format: 1, file, ...owner, ...metadata, ...sending }),
    }
    const name = filesDatabaseName(databaseNameOf(ada, device.prefix))
    await storeAsBuffer(device, name, record, await pdf(longContent).arrayBuffer())
    device.server.fault(/./, { kind: 'drop' }, 1_000)
    const restarted = await device.open()
    expect(restarted.files.all).toMatchObject([{ ...owner, ...metadata, problem: null }])
    expect(await (await restarted.files.read(owner))!.text()).toBe(longContent)
    const exported: string[] = []
    const { leftOut } = await restarted.unsentWork(async (bytes) => void exported.push(new TextDecoder().decode(bytes)))
    expect([leftOut, exported]).toEqual([0, [longContent]])
    device.server.clearFaults()
    restarted.syncNow()
    await until(isUploaded(restarted))
    expect(uploads.started).toMatchObject([{ fields: { filename: 'Lease.pdf', file }, state: 'STORED' }])
    expect(await uploads.lastContent()).toBe(longContent)
    expect(device.reported).toEqual([])
  })

  it('GROW1 that only a newer version can read are kept and count as unsent', async () => {
    const { device, store, uploads } = await setup()
    await store.close()
    await put(device, { format: 3, entity: 'documents', id: 'x', file: 'f' })
    const restarted = await device.openSynced()
    expect([restarted.files.all, unsentIn(restarted.status), uploads.started]).toEqual([[], 1, []])
  })
})
