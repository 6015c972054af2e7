import { describe, expect, it } from 'vitest'
import type { Identity } from '#web/store/base/contract.ts'
import { databaseNameOf, cachedFilesDatabaseName } from '#web/store/disk/database-name.ts'
import { FileDisk } from './file-disk.ts'
import { hashOf } from '#web/store/base/hash-of.ts'
import { rememberContact, rememberIdentity } from '#web/store/disk/identity.ts'
import { CachedFiles } from './cached-files.ts'
import { respondFromCache, cacheOpenedFile } from './open-cached-file.ts'
import { evictPerson } from '#web/store/evict-person.ts'
import { ada, Device, synced, until } from '#web/store/test/device.ts'
import { storeAsBuffer } from '#web/store/test/older-file.ts'
import { disks } from '#web/store/test/sealing.ts'
import { wipe } from '#web/store/wipe.ts'

const grace: Identity = { ...ada, id: 'user-2', firstName: 'Grace' }
const dayMs = 86_400_000
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

async function responseWith(text: string, headers: Record<string, string> = {}): Promise<Response> {
  const etag = `"${await hashOf(bytesOf(text))}"`
  return new Response(text, { headers: { etag, 'content-type': 'application/pdf', ...headers } })
}

const noFile = { sha256: null, version: 0 }
const ownerOf = (id: string) => ({ entity: 'documents', id }) as const

async function setup(identity: Identity = ada) {
  const device = new Device()
  const cookies = { person: identity.id as string | null, leaving: null as string | null }
  await rememberIdentity(device.idb, identity, device.prefix)
  const files = new Map<string, string>()
  const requests: string[] = []
  device.server.call = ({ path }) => {
    if (!path.startsWith('/files/')) return undefined
    requests.push(path)
    const text = files.get(path.slice('/files/'.length))
    return text === undefined
      ? { status: 404, body: { code: 'NOT_FOUND' }, headers: {} }
      : { status: 200, body: null, text, headers: etags.get(text)! }
  }
  const etags = new Map<string, Record<string, string>>()
  const putOnServer = async (id: string, text: string, hasRecord = true, version = 1) => {
    const sha256 = await hashOf(bytesOf(text))
    files.set(id, text)
    etags.set(text, { etag: `"${sha256}"`, 'content-type': 'application/pdf' })
    if (hasRecord) device.server.write(['documents', id, { name: id, sha256, version, fileState: 'STORED' }])
    return { sha256, version }
  }
  const deps = {
    idb: device.idb,
    databasePrefix: device.prefix,
    codec: disks.codec,
    locks: device.locks,
    now: device.clock.now,
    cookies: async () => cookies as typeof cookies | undefined,
    notify: () => {},
  }
  const openFile = async (id: string, response: Response | Promise<Response> = responseWith(files.get(id)!)) =>
    cacheOpenedFile(deps, identity, ownerOf(id), await response)
  const openOffline = async (id: string) => (await respondFromCache(deps, ownerOf(id)))?.text() ?? null
  const hasDatabase = async () =>
    (await device.idb.indexedDB.databases()).some(
      ({ name }) => name === cachedFilesDatabaseName(databaseNameOf(identity, device.prefix)),
    )
  return { device, cookies, deps, requests, putOnServer, openFile, openOffline, hasDatabase }
}

describe('a file that the person opens', () => {
  it('FILE10 opens offline with the headers of the server', async () => {
    const { deps, openFile, openOffline } = await setup()
    expect(await openOffline('plan')).toBeNull()
    await openFile('plan', responseWith('%PDF-plan', { 'content-disposition': 'inline', 'set-cookie': 'no=1' }))
    const restarted = await respondFromCache(deps, ownerOf('plan'))
    expect(Object.fromEntries(restarted!.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
    })
    expect(await openOffline('plan')).toBe('%PDF-plan')
  })

  it('GROW1 FILE10 opens offline if an older version of the app cached it', async () => {
    const { device, openOffline } = await setup()
    const bytes = bytesOf('%PDF-plan')
    const file = await hashOf(bytes)
    const stored = { sha256: file, size: 9, at: '2026-02-01T00:00:00.000Z', pinned: true, headers: {} }
    const record = { id: 'documents/plan', file, text: JSON.stringify({ format: 1, ...ownerOf('plan'), ...stored }) }
    await storeAsBuffer(device, cachedFilesDatabaseName(databaseNameOf(ada, device.prefix)), record, bytes)
    expect(await openOffline('plan')).toBe('%PDF-plan')
  })

  it('is not cached if the response is an error or does not match the hash', async () => {
    const { openFile, hasDatabase } = await setup()
    await openFile('plan', new Response('%PDF-', { status: 200 }))
    await openFile('plan', new Response('{}', { status: 404, headers: { etag: `"${'a'.repeat(64)}"` } }))
    await openFile('plan', new Response('cut', { headers: { etag: `"${'a'.repeat(64)}"` } }))
    expect(await hasDatabase()).toBe(false)
  })

  it.each(['ended', grace.id])('WHO1 is neither cached nor shown once the cookie is %s', async (person) => {
    const { cookies, openFile, openOffline, hasDatabase } = await setup()
    await openFile('plan', responseWith('%PDF-plan'))
    cookies.person = person
    expect(await openOffline('plan')).toBeNull()
    await openFile('lease', responseWith('%PDF-lease'))
    cookies.person = ada.id
    expect([await openOffline('plan'), await openOffline('lease'), await hasDatabase()]).toEqual([
      '%PDF-plan',
      null,
      true,
    ])
    cookies.leaving = `${ada.tenantId}.${ada.id}`
    expect(await openOffline('plan')).toBeNull()
  })

  it('WHO7 leaves nothing behind if the user signs out while it is being cached', async () => {
    const { cookies, deps, openFile, hasDatabase } = await setup()
    let cookieReads = 0
    deps.cookies = async () => ({ ...cookies, person: ++cookieReads === 1 ? ada.id : 'ended' })
    await openFile('plan', responseWith('%PDF-plan'))
    expect([cookieReads, await hasDatabase()]).toEqual([2, false])
  })

  it('FILE10 is not served after the lease ends, even if the clock is turned back', async () => {
    const { device, openFile, openOffline } = await setup({ ...ada, leaseDays: 30 })
    await openFile('plan', responseWith('%PDF-plan'))
    expect(await openOffline('plan')).toBeNull()
    const at = device.clock.now()
    const contact = { person: ada.id, at, seen: at }
    await rememberContact(device.idb, contact, device.prefix)
    expect(await openOffline('plan')).toBe('%PDF-plan')
    await rememberContact(device.idb, { ...contact, seen: at + 31 * dayMs }, device.prefix)
    expect(await openOffline('plan')).toBeNull()
  })

  it.each([
    ['the user signs out', (device: Device) => wipe(device.deps(), ada)],
    [
      'another user signs in',
      (device: Device) => evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada),
    ],
  ])('is removed from the device when %s', async (_, remove) => {
    const { device, openFile, hasDatabase } = await setup()
    await openFile('plan', responseWith('%PDF-plan'))
    await remove(device)
    expect(await hasDatabase()).toBe(false)
  })

  it('WHO5 FILE10 FILE26 that is pinned is downloaded again when the user signs in again; until then only its id is stored', async () => {
    const { device, putOnServer, openFile, openOffline, deps } = await setup()
    for (const id of ['plan', 'note']) await putOnServer(id, `%PDF-${id}`)
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    await openFile('note')
    await evictPerson({ ...device.deps(), databasePrefix: device.prefix }, ada)
    const onDisk = async () => {
      const disk = new FileDisk(cachedFilesDatabaseName(databaseNameOf(ada, device.prefix)), device.idb, disks.codec)
      const records = await Promise.all(
        (await disk.all()).map(async (each) => [each.id, each.file, (await disk.bytesOf(each))!.byteLength]),
      )
      await disk.close()
      return records
    }
    expect(await onDisk()).toEqual([['documents/plan', '', 0]])
    const restarted = await device.open()
    await until(() => typeof restarted.offlineFiles.all[0]?.sha256 === 'string')
    expect([await openOffline('plan'), await openOffline('note'), restarted.offlineFiles.all.length]).toEqual([
      '%PDF-plan',
      null,
      1,
    ])
    await restarted.close()
    // Another person signs in while the worker still writes.
    let looked = 0
    deps.cookies = async () => ({ person: ++looked === 1 ? ada.id : 'user-2', leaving: null })
    await openFile('note')
    expect(await onDisk()).toEqual([['documents/plan', '', 0]])
  })

  it('is evicted to make room, oldest first, unless it is pinned', async () => {
    const { device } = await setup()
    const disk = new FileDisk('kept', device.idb, disks.codec)
    const { locks, clock } = device
    const cachedFiles = new CachedFiles({
      disk,
      locks,
      database: 'kept',
      now: clock.now,
      maxBytes: 30,
      notify: () => {},
    })
    const cacheFile = async (id: string, isPinned = false) => {
      clock.advance(1_000)
      const bytes = bytesOf('ten bytes!')
      return cachedFiles.put(ownerOf(id), { bytes, sha256: id, version: null, headers: {} }, isPinned)
    }
    const ids = () => cachedFiles.all.map(({ id }) => id).toSorted()
    for (const id of ['a', 'b', 'c']) await cacheFile(id, id === 'a')
    await cacheFile('d')
    expect(ids()).toEqual(['a', 'c', 'd'])
    await cacheFile('c')
    await cacheFile('e', true)
    expect(ids()).toEqual(['a', 'c', 'e'])
    await cachedFiles.pin(ownerOf('c'), true)
    expect(await cacheFile('f')).toBe(false)
    await expect(cacheFile('f', true)).rejects.toMatchObject({ name: 'TooMuchPinned' })
    expect(ids()).toEqual(['a', 'c', 'e'])
    expect(await cacheFile('c')).toBe(true)
    await cachedFiles.pin(ownerOf('a'), false)
    await cacheFile('f', true)
    expect(ids()).toEqual(['c', 'e', 'f'])
    await disk.close()
  })
})

describe('a file that the person pins', () => {
  it('is downloaded, listed in every tab and opens offline until it is unpinned', async () => {
    const { device, requests, putOnServer, openOffline } = await setup()
    await putOnServer('plan', '%PDF-plan')
    const [tab, other] = [await device.open(), await device.open()]
    await synced(tab)
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    expect(tab.offlineFiles.all).toMatchObject([{ id: 'plan', pinned: true, size: 9 }])
    await until(() => other.offlineFiles.all.length === 1)
    expect([await openOffline('plan'), requests]).toEqual(['%PDF-plan', ['/files/plan']])
    await tab.offlineFiles.pin(ownerOf('plan'), false)
    await until(() => other.offlineFiles.all[0]?.pinned === false)
  })

  it('is not pinned when the server is unreachable or has no such file', async () => {
    const { device, putOnServer } = await setup()
    const tab = await device.openSynced()
    await expect(tab.offlineFiles.pin(ownerOf('plan'), true)).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
    await putOnServer('plan', '%PDF-plan')
    device.server.fault(/files/, { kind: 'drop' }, 9)
    await expect(tab.offlineFiles.pin(ownerOf('plan'), true)).rejects.toMatchObject({ status: null })
    expect(tab.offlineFiles.all).toEqual([])
  })

  it('cannot be pinned on a full disk, and nothing changes', async () => {
    const { device, putOnServer, openFile, openOffline } = await setup()
    await putOnServer('plan', '%PDF-plan')
    await putOnServer('lease', '%PDF-lease')
    await synced(await device.open())
    await openFile('lease')
    const tab = await device.open({ freeBytes: async () => 3 })
    await expect(tab.offlineFiles.pin(ownerOf('plan'), true)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect([await openOffline('plan'), await openOffline('lease'), tab.status.full]).toEqual([
      null,
      '%PDF-lease',
      false,
    ])
  })

  it('FILE10 FILE27 is replaced by its newer version, and the older one is not served meanwhile', async () => {
    const { device, requests, putOnServer, openOffline } = await setup()
    await putOnServer('plan', '%PDF-plan')
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    device.server.fault(/files/, { kind: 'drop' })
    await putOnServer('plan', '%PDF-newer')
    tab.syncNow()
    await until(() => tab.offlineFiles.all[0]?.sha256 === null && requests.length === 1)
    expect([await openOffline('plan'), tab.offlineFiles.all]).toMatchObject([null, [{ pinned: true }]])
    const restarted = await device.open()
    await until(() => typeof restarted.offlineFiles.all[0]?.sha256 === 'string')
    expect(await openOffline('plan')).toBe('%PDF-newer')
  })

  it('FILE10 FILE28 is kept if a restored backup has no file for its record, and can be uploaded again', async () => {
    const { device, putOnServer, openOffline } = await setup()
    await putOnServer('plan', '%PDF-plan')
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    device.server.restore(device.server.number)
    device.server.write(['documents', 'plan', { name: 'plan', sha256: null, version: 0, fileState: 'NONE' }])
    tab.syncNow()
    await until(() => tab.table('documents').get('plan')?.version === 0)
    const file = await tab.offlineFiles.open(ownerOf('plan'))
    expect([file?.name, file?.type, await file?.text()]).toEqual(['plan', 'application/pdf', '%PDF-plan'])
    expect(await openOffline('plan')).toBe('%PDF-plan')
  })

  it('FILE10 FILE31 is kept while a restored backup also lacks its record, and is reported as lost in every tab', async () => {
    const { device, putOnServer, openOffline } = await setup()
    const { number } = device.server
    for (const id of ['plan', 'lease', 'note']) await putOnServer(id, `%PDF-${id}`)
    const [tab, other] = [await device.open(), await device.open()]
    await synced(tab)
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    const lostFlags = (each: typeof tab) =>
      ['plan', 'lease', 'note'].map((id) => each.offlineFiles.isLost(ownerOf(id), noFile))
    expect(lostFlags(tab)).toEqual([false, false, false])
    device.server.restore(number)
    await putOnServer('note', '%PDF-note')
    tab.syncNow()
    await until(() => !tab.table('documents').get('lease') && lostFlags(tab)[0]!)
    expect(await openOffline('plan')).toBe('%PDF-plan')
    expect(lostFlags(tab)).toEqual([true, true, false])
    await until(() => lostFlags(other)[1]!)
    for (const id of ['plan', 'lease'])
      device.server.write(['documents', id, { name: id, sha256: null, version: 0, fileState: 'NONE' }])
    tab.syncNow()
    await until(() => tab.table('documents').get('lease')?.version === 0)
    expect([await openOffline('plan'), await openOffline('lease')]).toEqual(['%PDF-plan', null])
    expect(lostFlags(await device.open())).toEqual([true, true, false])
  })

  it('FILE10 FILE30 is removed if the record that a restored backup lacks was not sent again', async () => {
    const { device, putOnServer, openOffline } = await setup()
    const { number } = device.server
    await putOnServer('plan', '%PDF-plan')
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    device.server.restore(number)
    tab.syncNow()
    await until(() => tab.offlineFiles.isLost(ownerOf('plan'), noFile))
    await tab.close()
    device.clock.sleep(89 * dayMs)
    const later = await device.openSynced()
    expect(await openOffline('plan')).toBe('%PDF-plan')
    await later.close()
    device.clock.sleep(2 * dayMs)
    const last = await device.open()
    await until(() => last.offlineFiles.all.length === 0)
    expect(await openOffline('plan')).toBeNull()
  })

  it('FILE10 FILE30 is removed with a record that a restored backup lacked, once it was restored and deleted', async () => {
    const { device, putOnServer, openOffline } = await setup()
    const { number } = device.server
    for (const id of ['plan', 'lease']) await putOnServer(id, `%PDF-${id}`)
    const tab = await device.openSynced()
    for (const id of ['plan', 'lease']) await tab.offlineFiles.pin(ownerOf(id), true)
    device.server.restore(number)
    tab.syncNow()
    await until(() => tab.offlineFiles.isLost(ownerOf('plan'), noFile))
    for (const id of ['plan', 'lease'])
      device.server.write(['documents', id, { name: id, sha256: null, version: 0, fileState: 'NONE' }])
    tab.syncNow()
    await until(() => tab.table('documents').get('plan')?.version === 0)
    device.server.write(['documents', 'plan', null])
    tab.syncNow()
    await until(() => tab.offlineFiles.all.length === 1)
    expect([await openOffline('plan'), await openOffline('lease')]).toEqual([null, '%PDF-lease'])
    await tab.close()
    device.server.write(['documents', 'lease', null])
    const restarted = await device.open()
    await until(() => restarted.offlineFiles.all.length === 0)
    expect(await openOffline('lease')).toBeNull()
  })

  it.each(['pinned', 'opened'])(
    'FILE10 that was %s is kept while a restored backup has an older version of it',
    async (origin) => {
      const { device, putOnServer, openFile, openOffline } = await setup()
      const tab = await device.open()
      const other = await device.open()
      const older = await putOnServer('plan', '%PDF-older')
      const { number } = device.server
      await putOnServer('plan', '%PDF-newer', true, 2)
      const tabs = [tab, other]
      const waitForNewer = () => tabs.every((each) => each.table('documents').get('plan')?.version === 2)
      tab.syncNow()
      await until(waitForNewer)
      if (origin === 'opened') await openFile('plan')
      else await tab.offlineFiles.pin(ownerOf('plan'), true)
      const restore = async () => {
        // A second epoch within ten minutes is delayed (HIST6).
        device.clock.sleep(20 * 60_000)
        device.server.restore(number)
        await putOnServer('plan', '%PDF-older')
        tab.syncNow()
        await until(() => tabs.every(({ offlineFiles: cachedFiles }) => cachedFiles.isLost(ownerOf('plan'), older)))
        await until(() => tab.table('documents').get('plan')?.version === 1)
      }
      await restore()
      expect([await openOffline('plan'), tab.offlineFiles.all.length]).toEqual(['%PDF-newer', 1])
      await openFile('plan', responseWith('%PDF-older', { 'holdfast-version': '1' }))
      expect(await (await tab.offlineFiles.open(ownerOf('plan')))?.text()).toBe('%PDF-newer')

      const newer = await putOnServer('plan', '%PDF-newer', true, 2)
      tab.syncNow()
      await until(waitForNewer)
      await until(() => !tab.offlineFiles.isLost(ownerOf('plan'), older))
      expect([await openOffline('plan'), tab.offlineFiles.isLost(ownerOf('plan'), newer)]).toEqual([
        '%PDF-newer',
        false,
      ])

      await restore()
      const another = await putOnServer('plan', '%PDF-other', true, 2)
      tab.syncNow()
      await until(() => tab.offlineFiles.all.every(({ sha256 }) => sha256 === another.sha256))
      expect(await openOffline('plan')).not.toBe('%PDF-newer')
    },
  )

  it('FILE10 FILE29 is not replaced by a restored backup’s older version before a tab has seen the restore', async () => {
    const { putOnServer, openFile, openOffline } = await setup()
    await putOnServer('plan', '%PDF-newer', false)
    const versionHeaders = (version: number) => ({ 'holdfast-version': String(version) })
    await openFile('plan', responseWith('%PDF-newer', versionHeaders(2)))
    await openFile('plan', responseWith('%PDF-older', versionHeaders(1)))
    expect(await openOffline('plan')).toBe('%PDF-newer')
    await openFile('plan', responseWith('%PDF-newest', versionHeaders(3)))
    expect(await openOffline('plan')).toBe('%PDF-newest')
  })

  it('FILE10 is not evicted while the server has lost it', async () => {
    const { device, deps, putOnServer, openFile } = await setup()
    const { number } = device.server
    const older = await putOnServer('plan', '%PDF-older')
    await putOnServer('plan', '%PDF-newer', true, 2)
    const tab = await device.openSynced()
    await openFile('plan')
    device.server.restore(number)
    await putOnServer('plan', '%PDF-older')
    tab.syncNow()
    await until(() => tab.offlineFiles.isLost(ownerOf('plan'), older))
    const name = databaseNameOf(ada, device.prefix)
    const disk = new FileDisk(cachedFilesDatabaseName(name), device.idb, disks.codec)
    const cachedFiles = new CachedFiles({
      disk,
      locks: device.locks,
      database: name,
      now: deps.now,
      maxBytes: 12,
      notify: deps.notify,
    })
    const lease = { bytes: bytesOf('%PDF-lease'), sha256: 'b', version: 1, headers: {} }
    expect(await cachedFiles.put(ownerOf('lease'), lease)).toBe(false)
    await putOnServer('plan', '%PDF-newer', true, 2)
    tab.syncNow()
    await until(() => !tab.offlineFiles.isLost(ownerOf('plan'), older))
    expect(await cachedFiles.put(ownerOf('lease'), lease)).toBe(true)
    expect(cachedFiles.all.map(({ id }) => id)).toEqual(['lease'])
    await disk.close()
  })

  it('FILE10 is reported as lost in every tab, even one that still shows the old rows', async () => {
    const device = new Device()
    const disk = new FileDisk(cachedFilesDatabaseName('kept'), device.idb, disks.codec)
    const open = () =>
      new CachedFiles({
        disk,
        locks: device.locks,
        database: 'kept',
        now: device.clock.now,
        maxBytes: 30,
        notify: () => {},
      })
    const [first, staleTab] = [open(), open()]
    const newer = { sha256: 'b', version: 2 }
    const older = { sha256: 'a', version: 1 }
    await first.put(ownerOf('plan'), { bytes: bytesOf('%PDF'), ...newer, version: null, headers: {} })
    await staleTab.catchUp()
    await first.recordLost([{ owner: ownerOf('plan'), ...newer }])
    await staleTab.catchUp()
    await staleTab.evictOutdated(() => newer)
    await first.evictOutdated(() => older)
    expect([first.isLost(ownerOf('plan'), older), first.all.length]).toEqual([true, 1])
    await first.evictOutdated(() => newer)
    expect(first.isLost(ownerOf('plan'), older)).toBe(false)
    await disk.close()
  })

  it('a late disk read does not replace a newer one', async () => {
    const device = new Device()
    let gate: Promise<unknown> = Promise.resolve()
    class SlowDisk extends FileDisk {
      override async all() {
        const wait = gate
        const found = await super.all()
        await wait
        return found
      }
    }
    const disk = new SlowDisk(cachedFilesDatabaseName('kept'), device.idb, disks.codec)
    const { locks, clock } = device
    const cachedFiles = new CachedFiles({
      disk,
      locks,
      database: 'kept',
      now: clock.now,
      maxBytes: 30,
      notify: () => {},
    })
    let open: (value?: unknown) => void = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const lateRead = cachedFiles.catchUp()
    await new Promise((resolve) => setTimeout(resolve))
    gate = Promise.resolve()
    await cachedFiles.put(ownerOf('plan'), { bytes: bytesOf('%PDF'), sha256: 'a', version: 1, headers: {} })
    open()
    await lateRead
    expect(cachedFiles.all).toHaveLength(1)
    await disk.close()
  })

  it('FILE10 is kept if only an older version of the app has recorded its loss', async () => {
    const { device, putOnServer, openOffline } = await setup()
    await putOnServer('plan', '%PDF-plan')
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    device.server.write(['documents', 'plan', { name: 'plan', sha256: null, version: 0, fileState: 'NONE' }])
    tab.syncNow()
    await until(() => tab.table('documents').get('plan')?.version === 0)
    await tab.close()
    const disk = new FileDisk(cachedFilesDatabaseName(databaseNameOf(ada, device.prefix)), device.idb, disks.codec)
    const lost = { 'documents/plan': device.clock.now() }
    await disk.put({ id: 'lost', file: '', text: JSON.stringify({ format: 2, lost }) }, new ArrayBuffer(0))
    await disk.close()
    const restarted = await device.openSynced()
    expect([await openOffline('plan'), restarted.offlineFiles.isLost(ownerOf('plan'), noFile)]).toEqual([
      '%PDF-plan',
      true,
    ])
  })

  it('FILE10 FILE27 is removed with its record, even one deleted on this device', async () => {
    const { device, putOnServer, openFile, openOffline } = await setup()
    for (const id of ['plan', 'lease', 'note']) await putOnServer(id, `%PDF-${id}`)
    const tab = await device.openSynced()
    await tab.offlineFiles.pin(ownerOf('plan'), true)
    await tab.offlineFiles.pin(ownerOf('lease'), true)
    await openFile('note')
    device.server.write(['documents', 'plan', null])
    tab.syncNow()
    await until(() => tab.offlineFiles.all.every(({ id }) => id !== 'plan'))
    expect([await openOffline('plan'), await openOffline('lease')]).toEqual([null, '%PDF-lease'])
    const row = tab.table('documents').get('lease')!
    await tab.remove('documents', row)
    await until(() => tab.offlineFiles.all.every(({ id }) => id !== 'lease'))
    expect([await openOffline('lease'), await openOffline('note')]).toEqual([null, '%PDF-note'])
  })
})
