import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, describe, expect, it } from 'vitest'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import { listen } from '#server/http/listen.ts'
import { createApp } from '#server/test/app.ts'
import { create, investor, project, remove } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { startS3Server } from '#server/test/services/s3-server.ts'
import { pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { openBucket } from './bucket.ts'
import { type FileStore, folderStore } from './file-store.ts'
import { removeFiles } from './remove-files.ts'
import { s3Store } from './s3-store.ts'
import { arrivingKey, storedKey } from './uploads.ts'

const server = await setupServer()
const folder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'))
const s3 = await startS3Server()
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await s3.remove()
})

const day = 86_400_000
const whole = pdf(3_000)
const [first, rest] = [whole.subarray(0, 1_000), whole.subarray(1_000)]
const locationOf = (response: Response): string => response.headers.get('location')!
const uploadIn = (location: string): string => location.split('/').at(-1)!
const plan = (id: string) => ({ id, filename: 'Plan.pdf', filetype: 'application/pdf' })
const nodeWith = (files: FileStore) => ({ ...server, app: createApp({ ...server, files }) })

interface Storage {
  readonly name: string
  readonly open: () => FileStore
  readonly folder: string
  readonly isOfFile: (path: string) => boolean
}

const storages: readonly Storage[] = [
  { name: 'a folder', open: () => folderStore(folder), folder, isOfFile: () => true },
  {
    name: 'a bucket',
    open: () => s3Store(openBucket(s3.place)),
    folder: s3.folder,
    isOfFile: (path) => path.endsWith('_object'),
  },
]

async function heldBy(storage: Storage, tenantId: string) {
  const found = await readdir(storage.folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((each) => each.isFile() && storage.isOfFile(each.name))
    .map((each) => relative(storage.folder, join(each.parentPath, each.name)))
  const arriving = paths.flatMap((path) => path.split(`arriving/${tenantId}/`)[1]?.slice(0, 36) ?? [])
  return { arriving: new Set(arriving).size, kept: paths.filter((path) => path.includes(`kept/${tenantId}/`)).length }
}
const nothing = { arriving: 0, kept: 0 }

describe.each(storages)('in $name', (storage) => {
  const files = storage.open()
  const node = nodeWith(files)
  const otherNode = nodeWith(storage.open())
  const held = (tenantId: string) => heldBy(storage, tenantId)
  const runJob = (tenantId: string) =>
    removeFiles(files).run(server, { tenantId, kind: 'removeFiles', key: '', payload: {}, doneAt: null })

  async function setupPaper() {
    const firm = await createFirm(server)
    const home = project()
    const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id })
    const staff = as(node, firm.admin)
    await staff.write(home, document)
    return { ...firm, staff, device: uploading(node, firm.admin), home, id: document.id }
  }

  it('FILE2 FILE3 FILE15 resumes where it was cut off, and the file equals the device’s', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const begun = await device.begin({ ...plan(id), sha256: sha256Of(whole) }, whole.length)
    expect([begun.status, await begun.json()]).toMatchObject([201, { recordId: id, state: 'WAITING', offset: 0 }])
    const location = locationOf(begun)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({
      fileState: 'WAITING',
      fileName: 'Plan.pdf',
      mimeType: 'application/pdf',
      size: 3_000,
      sha256: sha256Of(whole),
      version: 0,
    })
    const part = await device.send(location, 0, first)
    expect([part.status, part.headers.get('upload-offset')]).toEqual([204, '1000'])
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'UPLOADING' })
    expect([(await device.send(location, 0, first)).status, (await device.send(location, 2_000, rest)).status]).toEqual(
      [409, 409],
    )
    expect(await device.offset(location)).toBe(1_000)
    expect((await device.send(location, 1_000, rest)).status).toBe(204)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({
      fileState: 'STORED',
      sha256: sha256Of(whole),
      version: 1,
      url: `/files/${id}`,
    })
    const file = Buffer.from(await (await staff.get(`/files/${id}`)).arrayBuffer())
    expect(sha256Of(file)).toBe(sha256Of(whole))
    expect(await held(tenantId)).toEqual({ arriving: 0, kept: 1 })
    expect(await device.offset(location), 'the response may have been lost').toBe(3_000)
    expect(await (await staff.get(location)).json()).toMatchObject({ state: 'STORED', version: 1 })
  })

  it('FILE3 FILE15 resumes at another node', async () => {
    const { device, staff, id, admin } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, first)
    const there = uploading(otherNode, admin)
    expect(await there.offset(location)).toBe(1_000)
    expect((await there.send(location, 1_000, rest)).status).toBe(204)
    expect(sha256Of(Buffer.from(await (await staff.get(`/files/${id}`)).arrayBuffer()))).toBe(sha256Of(whole))
  })

  it('FILE4 that ends at two nodes concurrently becomes one version', async () => {
    const { device, staff, id, admin, tenantId } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, first)
    const there = uploading(otherNode, admin)
    const ended = await Promise.all([device.send(location, 1_000, rest), there.send(location, 1_000, rest)])
    expect(ended.filter(({ status }) => status === 204).length).toBeGreaterThan(0)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED', version: 1 })
    expect(await held(tenantId)).toEqual({ arriving: 0, kept: 1 })
  })

  it('FILE3 keeps the received bytes when the connection breaks in the middle of a part', async () => {
    const { device, staff, id, admin } = await setupPaper()
    const large = pdf(3_000_000)
    const location = locationOf(await device.begin(plan(id), large.length))
    const own = await listen(node.app.fetch, 0, '127.0.0.1')
    const { port } = own.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const head = `PATCH ${location} HTTP/1.1\r\nhost: localhost\r\ncookie: ${admin.cookie}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0`
    const body = `content-type: application/offset+octet-stream\r\ncontent-length: ${large.length}`
    socket.write(`${head}\r\n${body}\r\n\r\n`)
    socket.write(large.subarray(0, 1_500_000))
    const [, response] = await once(own, 'request')
    const offsetNow = async () => ((await (await staff.get(location)).json()) as { readonly offset: number }).offset
    await expect.poll(offsetNow).toBeGreaterThan(1_000_000)
    socket.destroy()
    await once(response, 'close')
    await new Promise((resolve) => own.close(resolve))
    const offset = Number(await device.offset(location))
    expect(offset).toBeGreaterThan(1_000_000)
    expect((await device.send(location, offset, large.subarray(offset))).status).toBe(204)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED', sha256: sha256Of(large) })
  })

  it('FILE4 that was complete when the server stopped is ended when the device requests its state', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, first)
    await files.arriving.write(Readable.from([rest]), arrivingKey(tenantId, uploadIn(location)), 1_000)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'UPLOADING' })
    expect(await device.offset(location)).toBe(3_000)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED', sha256: sha256Of(whole) })
  })

  it('FILE2 FILE6 FILE14 of a record that has a file becomes its next version; the earlier one is shown until then', async () => {
    const { device, staff, id } = await setupPaper()
    await device.upload(plan(id), whole)
    const next = pdf(200, 'Second')
    const location = locationOf(await device.begin({ ...plan(id), filename: 'Plan 2.pdf' }, next.length))
    expect(await rowOf(staff, 'documents', id)).toMatchObject({
      fileState: 'WAITING',
      fileName: 'Plan.pdf',
      version: 1,
    })
    expect((await staff.get(`/files/${id}`)).status).toBe(200)
    await device.send(location, 0, next)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileName: 'Plan 2.pdf', size: 200, version: 2 })
    const texts = await Promise.all(
      ['', '?version=1', '?version=2'].map(async (query) => (await staff.get(`/files/${id}${query}`)).text()),
    )
    expect(texts).toEqual([next.toString(), whole.toString(), next.toString()])
    expect((await staff.get(`/files/${id}?version=3`)).status).toBe(404)
    const range = await staff.get(`/files/${id}`, { range: 'bytes=5-7' })
    expect([range.status, await range.text()]).toEqual([206, '1.7'])
  })

  it('FILE5 FILE16 can be canceled by its owner, and the record is as before', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const before = await rowOf(staff, 'documents', id)
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, first)
    expect((await device.request('DELETE', location, {})).status).toBe(204)
    const after = await rowOf(staff, 'documents', id)
    expect({ ...after, number: 0 }).toEqual({ ...before, number: 0 })
    expect([await held(tenantId), (await device.send(location, 1_000, rest)).status]).toEqual([nothing, 409])
  })

  it('FILE5 FILE18 leaves no bytes behind when it ends without a file', async () => {
    const { device, id, tenantId } = await setupPaper()
    const lost = locationOf(await device.begin(plan(id), whole.length))
    await device.send(lost, 0, first)
    const location = locationOf(await device.begin(plan(id), whole.length))
    expect(await held(tenantId), 'the one before it has left nothing').toEqual({ arriving: 1, kept: 0 })
    await device.send(location, 0, first)
    await files.keep(storedKey(tenantId, { id: uploadIn(location), sha256: sha256Of(whole) }), whole)
    await device.request('DELETE', location, {})
    expect(await held(tenantId)).toEqual(nothing)
  })

  it('FILE5 that is withdrawn while its last part is on the way becomes no file', async () => {
    const { device, staff, id, tenantId, admin } = await setupPaper()
    const location = locationOf(await device.begin({ ...plan(id), sha256: sha256Of(whole) }, whole.length))
    const keep: FileStore['keep'] = async (...given) => {
      await files.keep(...given)
      await device.request('DELETE', location, {})
      await files.keep(...given)
    }
    const there = uploading(nodeWith({ ...files, keep }), admin)
    expect((await there.send(location, 0, whole)).status).toBe(409)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ version: 0, fileState: 'NONE' })
    expect(await held(tenantId)).toEqual(nothing)
  })

  it('keeps a note about its record beside it, which goes with it', async () => {
    const { device, id, tenantId } = await setupPaper()
    expect(await device.upload(plan(id), whole)).toBe(204)
    const keysOf = async (owner: string): Promise<string[]> => {
      const keys: string[] = []
      for await (const { key } of files.stored(owner)) keys.push(key)
      return keys
    }
    const [key] = await keysOf(tenantId)
    expect(JSON.parse((await files.about(key!))!)).toMatchObject({ recordId: id, fileName: 'Plan.pdf' })
    expect(await keysOf((await createFirm(server)).tenantId)).toEqual([])
    await files.remove(key!)
    expect([await files.about(key!), await files.sizeOf(key!)]).toEqual([null, null])
    const other = `${tenantId}/other`
    await files.keep(`${other}-a`, whole, 'note')
    await files.discard(other)
    expect(await files.about(`${other}-a`)).toBeNull()
  })

  it('whose bytes the storage has lost counts as missing in every call', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, first)
    await files.forget(arrivingKey(tenantId, uploadIn(location)))
    expect([(await staff.get(location)).status, await device.offset(location)]).toEqual([404, '404'])
    expect((await device.send(location, 1_000, rest)).status).toBe(404)
    expect((await device.begin(plan(id), whole.length)).status).toBe(201)
  })

  it('FILE4 a copy that was cut off is not a file, and is written again', async () => {
    const { device, staff, id, tenantId, admin } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    const keep: FileStore['keep'] = async (key) => {
      await files.keep(key, first)
      throw new Unavailable('The server stops')
    }
    expect((await uploading(nodeWith({ ...files, keep }), admin).send(location, 0, whole)).status).toBe(503)
    expect(server.unexpectedErrors.splice(0)).toEqual([expect.stringContaining('The server stops')])
    expect((await staff.get(`/files/${id}`)).status).toBe(404)
    expect(await device.offset(location)).toBe(3_000)
    expect(await (await staff.get(`/files/${id}`)).text()).toBe(whole.toString())
    expect(await held(tenantId)).toEqual({ arriving: 0, kept: 1 })
  })

  describe('the job removeFiles', () => {
    it('removes leftovers of ended uploads once no request can write to them', async () => {
      const { device, id, tenantId } = await setupPaper()
      const location = locationOf(await device.begin(plan(id), whole.length))
      await device.send(location, 0, whole)
      const left = arrivingKey(tenantId, uploadIn(location))
      await files.arriving.create(new Upload({ id: left, size: 3_000, offset: 0 }))
      await files.arriving.write(Readable.from([whole]), left, 0)
      server.clock.set(new Date(Date.now() + 7 * day).toISOString())
      await runJob(tenantId)
      expect(await held(tenantId)).toEqual({ arriving: 1, kept: 1 })
      server.clock.advance(2 * day)
      await runJob(tenantId)
      expect(await held(tenantId)).toEqual({ arriving: 0, kept: 1 })
    })

    it('FILE5 FILE16 removes uploads that were not finished within a week, and nothing else', async () => {
      const { device, staff, id, tenantId, home } = await setupPaper()
      const done = create('documents', { name: 'Done', projectId: home.id })
      await staff.write(done)
      await device.upload(plan(done.id), whole)
      const before = await rowOf(staff, 'documents', id)
      const location = locationOf(await device.begin(plan(id), whole.length))
      await device.send(location, 0, first)
      server.clock.advance(6 * day)
      await runJob(tenantId)
      expect(await device.offset(location)).toBe(1_000)
      server.clock.advance(day + 1)
      await runJob(tenantId)
      expect(await device.offset(location)).toBe('404')
      expect(await held(tenantId)).toEqual({ arriving: 0, kept: 1 })
      const after = await rowOf(staff, 'documents', id)
      expect({ ...after, number: 0, updatedAt: '' }).toEqual({ ...before, number: 0, updatedAt: '' })
      expect((await staff.get(`/files/${done.id}`)).status).toBe(200)
    })

    it('removes the file of a record whose contents a purge removed', async () => {
      const { device, staff, id, tenantId } = await setupPaper()
      await device.upload(plan(id), whole)
      const contact = create('referrals', { name: 'Ann' })
      const card = create('referralAttachments', { referralId: contact.id, documentName: 'Card', documentUrl: '/x' })
      await staff.write(contact, { ...card, id })
      await device.upload({ ...plan(id), entity: 'referralAttachments' }, whole)
      await staff.write(remove('documents', id))
      await runJob(tenantId)
      expect(await held(tenantId)).toEqual({ arriving: 0, kept: 2 })
      await server.database.tenant(tenantId, (tx) =>
        tx.query('update documents set deleted_in = null where tenant_id = $1 and id = $2', [tenantId, id]),
      )
      await runJob(tenantId)
      expect(await held(tenantId), 'that of another entity has the same id').toEqual({ arriving: 0, kept: 1 })
      expect((await staff.get(`/files/${id}`)).status).toBe(200)
    })
  })
})

describe('a folder', () => {
  async function setupDisk() {
    const disk = join(folder, randomUUID())
    const node = nodeWith(folderStore(disk))
    const [firm, home] = [await createFirm(server), project()]
    const [document, staff] = [create('documents', { name: 'Plan', projectId: home.id }), as(node, firm.admin)]
    await staff.write(home, document)
    return { ...firm, disk, staff, device: uploading(node, firm.admin), id: document.id }
  }
  const expectDiskErrors = () => {
    for (const error of server.unexpectedErrors.splice(0)) expect(error).toContain('not decided')
  }

  it('FILE3 on an unavailable disk accepts nothing, loses nothing, and leaves the server running', async () => {
    const { disk, staff, device, id } = await setupDisk()
    await writeFile(disk, '')
    const file = randomUUID()
    const response = await device.begin({ ...plan(id), file }, whole.length)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expectDiskErrors()
    await rm(disk)
    expect(await device.upload({ ...plan(id), file }, whole)).toBe(204)
    await rename(disk, `${disk}-away`)
    await writeFile(disk, '')
    expect((await staff.get(`/files/${id}`)).status).toBe(503)
    expectDiskErrors()
    await rm(disk)
    await rename(`${disk}-away`, disk)
    expect(await (await staff.get(`/files/${id}`)).text()).toBe(whole.toString())
  })

  it('FILE3 that is unavailable for long does not use up the daily limit', async () => {
    const { admin, disk, investor: reader, tenantId } = await setupDisk()
    const own = investor()
    const document = create('documents', { name: 'Mine', investorId: own.id })
    const node = nodeWith(folderStore(disk))
    await as(node, admin).write(own)
    await link(server, admin, reader, own.id)
    await as(node, reader).write(document)
    await writeFile(disk, '')
    const theirs = uploading(node, reader)
    const mine = { ...plan(document.id), file: randomUUID() }
    for (let location = 0; location < 21; location++)
      expect((await theirs.begin(mine, 10 * 1024 * 1024)).status).toBe(503)
    expectDiskErrors()
    await rm(disk)
    expect((await theirs.begin(mine, 10 * 1024 * 1024)).status).toBe(201)
    const kept = await server.database.tenant(tenantId, (tx) =>
      tx.query('select state from files where tenant_id = $1', [tenantId]),
    )
    expect(kept).toEqual([{ state: 'WAITING' }])
  })

  it('FILE3 returns 503 for a part that the disk refuses', async () => {
    const { disk, tenantId } = await setupDisk()
    const key = arrivingKey(tenantId, randomUUID())
    await mkdir(join(disk, 'arriving', tenantId), { recursive: true })
    await symlink(join(disk, 'arriving', key), join(disk, 'arriving', key))
    const written = folderStore(disk).arriving.write(Readable.from([whole]), key, 0)
    await expect(written).rejects.toMatchObject({ status_code: 503 })
  })

  it('FILE4 without room for a whole file keeps nothing of it', async () => {
    const { disk, tenantId } = await setupDisk()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    })
    async function* cutOff() {
      yield first
      throw full
    }
    const kept = folderStore(disk).keep(`${tenantId}/plan`, cutOff() as unknown as Buffer)
    await expect(kept).rejects.toBeInstanceOf(Unavailable)
    expect(await readdir(join(disk, 'kept', tenantId))).toEqual([])
  })
})

describe('a bucket', () => {
  const files = s3Store(openBucket(s3.place))
  const node = nodeWith(files)

  it('FILE3 that does not answer for a while accepts nothing and loses nothing', async () => {
    const firm = await createFirm(server)
    const [home, staff, device] = [project(), as(node, firm.admin), uploading(node, firm.admin)]
    const [document, other] = [0, 1].map(() => create('documents', { name: 'Plan', projectId: home.id }))
    await staff.write(home, document!, other!)
    const location = locationOf(await device.begin(plan(document!.id), whole.length))
    await device.send(location, 0, first)
    await s3.stop()
    const responses = [
      await device.begin(plan(other!.id), whole.length),
      await device.send(location, 1_000, rest),
      await device.request('HEAD', location, {}),
    ]
    await s3.start()
    expect(responses.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      Array.from({ length: 3 }, () => [503, '1']),
    )
    for (const error of server.unexpectedErrors.splice(0)) expect(error).toMatch(/not decided|does not answer/)
    expect(await device.offset(location)).toBe(1_000)
    expect((await device.send(location, 1_000, rest)).status).toBe(204)
    expect(await device.upload(plan(other!.id), whole)).toBe(204)
    for (const { id } of [document!, other!])
      expect(sha256Of(Buffer.from(await (await staff.get(`/files/${id}`)).arrayBuffer()))).toBe(sha256Of(whole))
  })

  it('FILE3 keeps the received bytes of a part whose connection broke, whatever else was written there', async () => {
    const key = arrivingKey('firm', 'upload')
    await files.arriving.create(new Upload({ id: key, size: 3_000, offset: 0 }))
    const breaks = async function* () {
      yield first
      throw new Error('The connection broke')
    }
    await expect(files.arriving.write(Readable.from(breaks()), key, 0)).rejects.toThrow('The connection broke')
    expect((await files.arriving.getUpload(key)).offset).toBe(1_000)
    await files.arriving.write(Readable.from([whole.subarray(1_000, 1_500)]), key, 1_000)
    await files.arriving.write(Readable.from([whole.subarray(1_000, 2_000)]), key, 1_000)
    await files.arriving.write(Readable.from([whole.subarray(2_500)]), key, 2_500)
    expect((await files.arriving.getUpload(key)).offset, 'up to the first gap').toBe(2_000)
    await files.arriving.write(Readable.from([whole.subarray(1_500, 2_700)]), key, 1_500)
    expect((await files.arrived(key))?.equals(whole)).toBe(true)
  })

  it('FILE5 refuses parts of an upload that was forgotten meanwhile', async () => {
    const firm = await createFirm(server)
    const key = arrivingKey(firm.tenantId, '0197a3b0-0000-7000-8000-000000000002')
    await files.arriving.create(new Upload({ id: key, size: 3_000, offset: 0 }))
    const forgotten = async function* () {
      yield first
      await files.forget(key)
    }
    await expect(files.arriving.write(Readable.from(forgotten()), key, 0)).rejects.toMatchObject({ status_code: 410 })
    expect(await heldBy(storages[1]!, firm.tenantId)).toEqual(nothing)
  })

  it('that returns an object while it is written has no such file yet', async () => {
    const key = `${randomUUID()}/${randomUUID()}-${sha256Of(whole)}`
    const files = s3Store(openBucket(s3.place))
    await files.keep(key, first)
    expect(await files.read(key, 0, whole.length - 1)).toBeNull()
    await files.keep(key, whole)
    const read = await files.read(key, 0, whole.length - 1)
    expect(Buffer.from(await new Response(read).arrayBuffer())).toEqual(whole)
  })

  it('with more objects than one response lists is read in parts', async () => {
    const ranges: (string | null)[] = []
    const object = (key: string) =>
      `<Contents><Key>${key}</Key><LastModified>2026-03-15T10:00:00.000Z</LastModified><Size>5</Size></Contents>`
    const storage = createServer(({ url }, response) => {
      const after = new URL(url!, s3.place.endpoint).searchParams.get('start-after')
      ranges.push(after)
      const [key, isTruncated] = after === null ? ['many/1', true] : ['many/2', false]
      response.end(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${object(key)}</ListBucketResult>`)
    }).listen(0, '127.0.0.1')
    await once(storage, 'listening')
    const endpoint = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`
    const found = await openBucket({ ...s3.place, endpoint }).list('many/')
    storage.close()
    const lastModified = new Date('2026-03-15T10:00:00.000Z')
    expect(found).toEqual(['many/1', 'many/2'].map((key) => ({ key, size: 5, lastModified })))
    expect(ranges).toEqual([null, 'many/1'])
  })
})
