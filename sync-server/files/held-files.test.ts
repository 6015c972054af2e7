import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { change, create, investor, project, update } from '#server/test/changes.ts'
import { Unavailable } from '#server/db/connect/unavailable.ts'
import type { Events } from '#server/records/audit/events.ts'
import { createApp } from '#server/test/app.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link, numberOf, type TestPerson } from '#server/test/firm.ts'
import { pdf, png } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { asOwner } from '#server/test/database.ts'
import { type FileStore, folderStore } from './file-store.ts'
import { removeFiles } from './remove-files.ts'
import { storedKey } from './uploads.ts'

const folder = await mkdtemp(join(tmpdir(), 'holdfast-held-'))
const files = folderStore(folder)
const server = await setupServer({ files })
afterAll(() => rm(folder, { recursive: true, force: true }))

const day = 86_400_000
const whole = pdf(3_000)
type Staff = ReturnType<typeof as>
type StatusAndBody = readonly [number, Record<string, unknown>]

async function revoke(person: TestPerson, by: Staff): Promise<void> {
  const devices = (await (await by.get('/api/devices')).json()) as { id: string; userId: string }[]
  const { id } = devices.find(({ userId }) => userId === person.userId)!
  expect((await by.post(`/api/devices/${id}/revoke`, undefined)).status).toBe(200)
}

async function setup({ entered = true } = {}) {
  const firm = await createFirm(server)
  const [staff, manager] = [as(server, firm.admin), as(server, firm.manager)]
  const home = project()
  await staff.write(home)
  const document = create('documents', { name: 'Lease', projectId: home.id })
  if (!entered) await manager.write(document)
  await revoke(firm.manager, staff)
  const device = uploading(server, firm.manager)
  const made = change(document)
  const file = uuidv7()
  const meant = { id: document.id, file, filename: 'Lease.pdf', filetype: 'application/pdf', sha256: sha256Of(whole) }
  const handInChange = async () => expect((await manager.send([made])).status).toBe(403)
  return { ...firm, staff, device, made, meant, document, home, handInChange }
}

const locationOf = (response: Response): string => response.headers.get('location')!
const held = async (staff: Staff, query = '?state=HELD') =>
  (await (await staff.get(`/api/held-files${query}`)).json()) as ({ id: string } & Record<string, unknown>)[]
const decide = async (staff: Staff, collection: string, id: string, verb: 'take' | 'drop'): Promise<StatusAndBody> => {
  const response = await staff.post(`/api/held-${collection}/${id}/${verb}`, undefined)
  return [response.status, (await response.json()) as Record<string, unknown>]
}
const bytesOf = async (tenantId: string): Promise<number> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names.filter(
    (each) => each.isFile() && each.parentPath.endsWith(tenantId) && !each.parentPath.includes('/about/'),
  ).length
}
const expectStopLogged = () =>
  expect(server.unexpectedErrors.splice(0)).toEqual([expect.stringContaining('The server stops')])
const runJob = (tenantId: string) =>
  removeFiles(files).run(server, { tenantId, kind: 'removeFiles', key: '', payload: {}, doneAt: null })

async function setupHeld() {
  const all = await setup()
  await all.handInChange()
  await all.device.upload(all.meant, whole)
  return all
}

async function setupSignedIn() {
  const firm = await createFirm(server)
  const document = create('documents', { name: 'Lease' })
  await as(server, firm.manager).write(document)
  const meant = { id: document.id, file: uuidv7(), filename: 'Lease.pdf', sha256: sha256Of(whole) }
  return { firm, staff: as(server, firm.admin), document, device: uploading(server, firm.manager), meant }
}

describe('a revoked device', () => {
  it('HELD7 HELD26 hands in a file in parts, without touching a record, and unreadable until accepted', async () => {
    const { staff, device, meant, tenantId, manager, document } = await setup()
    const before = await numberOf(server, tenantId)
    const location = locationOf(await device.begin(meant, whole.length))
    expect((await device.send(location, 0, whole.subarray(0, 1_000))).status).toBe(204)
    expect([await device.offset(location), await held(staff)]).toEqual([1_000, []])
    expect((await device.send(location, 1_000, whole.subarray(1_000))).status).toBe(204)
    const expected = {
      recordId: document.id,
      userId: manager.userId,
      fileName: 'Lease.pdf',
      size: 3_000,
      state: 'HELD',
    }
    expect(await held(staff)).toEqual([expect.objectContaining({ ...expected, verdict: null })])
    expect(await (await device.request('GET', location, {})).json()).toMatchObject({ state: 'HELD', offset: 3_000 })
    expect(await numberOf(server, tenantId)).toBe(before)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    for (const path of [`/files/${document.id}`, `/files/${id}`, `/api/uploads/${id}`])
      expect([path, (await staff.get(path)).status]).toEqual([path, 404])
    expect((await device.request('GET', `/files/${document.id}`, {})).status).toBe(401)
  })

  it('HELD7 FILE11 HELD27 holds a file once that is sent again after a crash or a lost response', async () => {
    const { staff, device, meant, tenantId } = await setup()
    const first = locationOf(await device.begin(meant, whole.length))
    await device.send(first, 0, whole.subarray(0, 1_000))
    const again = await device.begin(meant, whole.length)
    expect([locationOf(again), again.headers.get('upload-offset')]).toEqual([first, '1000'])
    await device.send(first, 1_000, whole.subarray(1_000))
    const third = await device.begin(meant, whole.length)
    expect([locationOf(third), third.headers.get('upload-offset')]).toEqual([first, '3000'])
    expect([(await held(staff)).length, await bytesOf(tenantId)]).toEqual([1, 1])
  })

  it('HELD7 HELD27 holds nothing when the server has already stored the file', async () => {
    const { firm, staff, device, meant } = await setupSignedIn()
    expect(await device.upload(meant, whole)).toBe(204)
    await revoke(firm.manager, staff)
    const again = await device.begin(meant, whole.length)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([201, '3000'])
    expect(await (await device.request('GET', locationOf(again), {})).json()).toMatchObject({ state: 'STORED' })
    expect(await held(staff, '')).toEqual([])
  })

  it.each<[string, object, number]>([
    ['without its hash', { sha256: '' }, 400],
    ['without its id', { file: '' }, 400],
    ['with an id that is none', { file: 'x' }, 400],
    ['of a type that no record may have', { filename: 'a.exe', filetype: 'application/x-msdownload' }, 400],
  ])('HELD7 has no file held %s', async (_, wrong, status) => {
    const { staff, device, meant } = await setup()
    expect((await device.begin({ ...meant, ...wrong }, whole.length)).status).toBe(status)
    expect(await held(staff, '')).toEqual([])
  })

  it('HELD7 refuses bytes that were not announced, and accepts them later', async () => {
    const { staff, device, meant } = await setup()
    const location = locationOf(await device.begin(meant, whole.length))
    expect((await device.send(location, 0, Buffer.alloc(3_000))).status).toBe(400)
    expect(await held(staff)).toEqual([])
    expect(await device.upload(meant, whole)).toBe(204)
    expect(await held(staff)).toHaveLength(1)
  })

  it('HELD7 HELD28 hands in a hundred files and 500 MB at most', async () => {
    const { device, meant, tenantId, manager, staff } = await setup()
    await device.upload(meant, whole)
    const [one] = await held(staff)
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into held_files (tenant_id, id, entity, record_id, user_id, session_id, file, file_name, mime_type, size, sha256, state, created_at)
select $1, gen_random_uuid(), 'documents', $2, $3, $4, gen_random_uuid(), 'x.pdf', 'application/pdf', 5242000, '', 'HELD', now() from generate_series(1, 99)`,
        [tenantId, meant.id, manager.userId, String(one!['sessionId'])],
      ),
    )
    expect((await device.begin({ ...meant, file: uuidv7() }, whole.length)).status).toBe(413)
    expect((await device.begin(meant, whole.length)).status).toBe(201)
  })

  it('HELD7 WHO1 cannot hand in or read files in another person’s name', async () => {
    const { staff, device, meant, admin, investor: reader } = await setup()
    const named = await device.begin(meant, whole.length, { 'holdfast-person': admin.userId })
    expect([named.status, await named.json()]).toMatchObject([401, { code: 'OTHER_PERSON' }])
    const location = locationOf(await device.begin(meant, whole.length))
    await revoke(reader, staff)
    const theirs = uploading(server, reader)
    expect((await theirs.send(location, 0, whole)).status).toBe(404)
    expect((await theirs.request('HEAD', location, {})).status).toBe(404)
    expect((await device.request('DELETE', location, {})).status).toBe(403)
    expect((await uploading(server, null).begin(meant, whole.length)).status).toBe(401)
  })
})

describe('an administrator', () => {
  it('HELD7 HELD31 HELD34 accepts a new record with its file, in the author’s name', async () => {
    const { staff, made, document, manager, admin, tenantId } = await setupHeld()
    expect(await decide(staff, 'changes', made.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({
      fileState: 'STORED',
      version: 1,
      fileName: 'Lease.pdf',
      sha256: sha256Of(whole),
      url: `/files/${document.id}`,
    })
    const read = await staff.get(`/files/${document.id}`)
    expect(sha256Of(Buffer.from(await read.arrayBuffer()))).toBe(sha256Of(whole))
    expect(await held(staff, '')).toMatchObject([{ state: 'TAKEN', decidedBy: admin.userId }])
    const [version] = await server.database.tenant(tenantId, (tx) => tx.query('select user_id as by from files'))
    expect(version).toEqual({ by: manager.userId })
    expect(await decide(staff, 'changes', made.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect((await rowOf(staff, 'documents', document.id))!['version']).toBe(1)
  })

  it('HELD7 drops the bytes with the change', async () => {
    const { staff, device, made, meant, tenantId } = await setupHeld()
    expect(await bytesOf(tenantId)).toBe(1)
    expect(await decide(staff, 'changes', made.id, 'drop')).toMatchObject([200, { state: 'DROPPED' }])
    expect([await bytesOf(tenantId), (await held(staff, ''))[0]]).toMatchObject([0, { state: 'DROPPED' }])
    const again = await device.begin(meant, whole.length)
    expect([again.status, again.headers.get('upload-offset')]).toEqual([201, '3000'])
    expect(await bytesOf(tenantId)).toBe(0)
  })

  it.each<[string, (staff: Staff, made: string, tenantId: string) => Promise<unknown>]>([
    ['repeats the request', (staff, made) => decide(staff, 'changes', made, 'take')],
    ['leaves it to the daily job', (_, __, tenantId) => runJob(tenantId)],
  ])(
    'HELD7 HELD31 stores the file of an accepted change after the server stopped in between, when the administrator %s',
    async (_, goOn) => {
      const { staff, admin, made, document, tenantId } = await setupHeld()
      const read: FileStore['read'] = () => Promise.reject(new Unavailable('The server stops'))
      const stopping = as({ ...server, app: createApp({ ...server, files: { ...files, read } }) }, admin)
      expect((await decide(stopping, 'changes', made.id, 'take'))[0]).toBe(503)
      expectStopLogged()
      expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ fileState: 'NONE' })
      expect(await held(staff)).toHaveLength(1)
      await goOn(staff, made.id, tenantId)
      expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ fileState: 'STORED', version: 1 })
      expect(await held(staff, '')).toMatchObject([{ state: 'TAKEN', decidedBy: admin.userId }])
    },
  )

  it('HELD7 accepts a change with its file once, although requested twice concurrently', async () => {
    const { staff, made, document, tenantId } = await setupHeld()
    const taken = await Promise.all([
      decide(staff, 'changes', made.id, 'take'),
      decide(staff, 'changes', made.id, 'take'),
    ])
    expect(taken).toMatchObject([
      [200, { state: 'TAKEN' }],
      [200, { state: 'TAKEN' }],
    ])
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ version: 1, fileState: 'STORED' })
    expect((await staff.get(`/files/${document.id}`)).status).toBe(200)
    expect(await bytesOf(tenantId)).toBe(1)
  })

  it('HELD7 accepts a change although its file is dropped meanwhile', async () => {
    const { staff, admin, made } = await setupHeld()
    const [{ id }] = (await held(staff)) as [{ id: string }]
    const read: FileStore['read'] = async (...given) => {
      const bytes = await files.read(...given)
      await decide(staff, 'files', id, 'drop')
      return bytes
    }
    const slow = as({ ...server, app: createApp({ ...server, files: { ...files, read } }) }, admin)
    expect(await decide(slow, 'changes', made.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect(await held(staff, '')).toMatchObject([{ state: 'DROPPED' }])
  })

  it('HELD7 HELD35 keeps a file with lost bytes held, with the reason, and accepts its change', async () => {
    const { staff, made, tenantId } = await setupHeld()
    const [{ id, sha256 }] = (await held(staff)) as [{ id: string; sha256: string }]
    await files.remove(storedKey(tenantId, { id, sha256 }))
    expect(await decide(staff, 'changes', made.id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    const lost = { state: 'HELD', verdict: { code: 'VALIDATION', issues: { file: { key: 'fileContent' } } } }
    expect(await held(staff)).toMatchObject([lost])
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, lost])
    await runJob(tenantId)
  })

  it('HELD7 keeps a file held, with the reason, when the right is lost before the job continues', async () => {
    const { staff, admin, made, tenantId } = await setupHeld()
    const read: FileStore['read'] = () => Promise.reject(new Unavailable('The server stops'))
    const stopping = as({ ...server, app: createApp({ ...server, files: { ...files, read } }) }, admin)
    await decide(stopping, 'changes', made.id, 'take')
    expectStopLogged()
    await server.database.directory`update directory.users set role = 'INVESTOR' where id = ${admin.userId}`
    await runJob(tenantId)
    await server.database.directory`update directory.users set role = 'ADMIN' where id = ${admin.userId}`
    expect(await held(staff)).toMatchObject([{ state: 'HELD', decidedBy: null, verdict: { verdict: 'rejected' } }])
  })

  it('HELD7 HELD32 drops a change and its file together, or neither', async () => {
    const { staff, admin, made } = await setupHeld()
    const writeWith: Events['writeWith'] = async (tx, event) => {
      if (event.details?.['files']) throw new Unavailable('The server stops')
      return server.events.writeWith(tx, event)
    }
    const stopping = as({ ...server, app: createApp({ ...server, events: { ...server.events, writeWith } }) }, admin)
    expect((await decide(stopping, 'changes', made.id, 'drop'))[0]).toBe(503)
    expectStopLogged()
    expect(await (await staff.get('/api/held-changes?state=HELD')).json()).toHaveLength(1)
    expect((await decide(staff, 'changes', made.id, 'drop'))[0]).toBe(200)
    expect(await held(staff, '')).toMatchObject([{ state: 'DROPPED' }])
  })

  it('HELD7 HELD36 resets the record when a partly sent file is dropped', async () => {
    const { firm, staff, document, device, meant } = await setupSignedIn()
    await device.send(locationOf(await device.begin(meant, whole.length)), 0, whole.subarray(0, 1_000))
    await revoke(firm.manager, staff)
    expect(await device.upload(meant, whole)).toBe(204)
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ fileState: 'UPLOADING' })
    const [{ id }] = (await held(staff)) as [{ id: string }]
    expect((await decide(staff, 'files', id, 'drop'))[0]).toBe(200)
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ fileState: 'NONE', fileName: null })
    expect(await bytesOf(firm.tenantId)).toBe(0)
  })

  it('HELD7 HELD33 decides separately, and once, about the file of an existing record', async () => {
    const { staff, device, meant, document, admin, manager, tenantId } = await setup({ entered: false })
    await device.upload(meant, whole)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    expect((await decide(as(server, manager), 'files', id, 'take'))[0]).toBe(401)
    const other = await createFirm(server)
    expect(await held(as(server, other.admin), '')).toEqual([])
    expect((await decide(as(server, other.admin), 'files', id, 'take'))[0]).toBe(404)
    const taken = await Promise.all([decide(staff, 'files', id, 'take'), decide(staff, 'files', id, 'take')])
    expect(taken).toMatchObject([
      [200, { state: 'TAKEN' }],
      [200, { state: 'TAKEN' }],
    ])
    expect(await rowOf(staff, 'documents', document.id)).toMatchObject({ version: 1, fileState: 'STORED' })
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, { decidedBy: admin.userId }])
    expect(await decide(staff, 'files', id, 'drop')).toMatchObject([409, { code: 'CONFLICT' }])
    expect(await bytesOf(tenantId)).toBe(1)
  })

  it('HELD7 keeps a picture held until its record accepts pictures', async () => {
    const { staff, device, meant, document } = await setup({ entered: false })
    await device.upload({ ...meant, filename: 'Passport.png', filetype: 'image/png', sha256: sha256Of(png) }, png)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    const issues = { mimeType: { key: 'fileType', params: { types: 'PDF, DOC, DOCX' } } }
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, { state: 'HELD', verdict: { issues } }])
    await staff.write(update('documents', document.id, { type: 'KYC' }, { type: null }))
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
  })

  it.each<[string, string, Buffer, number]>([
    ['has another type than announced', 'VALIDATION', Buffer.from('<html>'.padEnd(3_000)), 0],
    ['belongs to a missing record', 'NOT_FOUND', whole, 1],
  ])('HELD7 keeps a file held that %s, with the reason', async (_, code, bytes, missing) => {
    const { staff, device, meant, tenantId } = await setup({ entered: missing === 1 })
    const announced = { ...meant, sha256: sha256Of(bytes) }
    await device.upload(announced, bytes)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, { state: 'HELD', verdict: { code } }])
    expect(await decide(staff, 'files', id, 'drop')).toMatchObject([200, { state: 'DROPPED' }])
    expect(await bytesOf(tenantId)).toBe(0)
  })

  it('HELD7 HELD34 accepts a file only if its author may write the record now', async () => {
    const firm = await createFirm(server)
    const staff = as(server, firm.admin)
    const [mine, client] = [investor(), investor()]
    const theirs = create('documents', { name: 'Other', investorId: client.id })
    await staff.write(mine, client, theirs)
    await link(server, firm.admin, firm.investor, mine.id)
    await revoke(firm.investor, staff)
    const device = uploading(server, firm.investor)
    await device.upload({ id: theirs.id, file: uuidv7(), filename: 'X.pdf', sha256: sha256Of(whole) }, whole)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([
      200,
      { state: 'HELD', verdict: { code: 'NOT_FOUND' } },
    ])
    expect((await rowOf(staff, 'documents', theirs.id))!['version']).toBe(0)
  })

  it('HELD7 makes no second version of a file that another device has sent', async () => {
    const { staff, device, meant, document, manager, tenantId } = await setup({ entered: false })
    await device.upload(meant, whole)
    const secret = await server.sessions.begin({ id: manager.userId, tenantId })
    const office = uploading(server, { cookie: manager.cookie.replace(/=.*/, `=${secret}`) })
    expect(await office.upload(meant, whole)).toBe(204)
    const [{ id }] = (await held(staff)) as [{ id: string }]
    expect(await decide(staff, 'files', id, 'take')).toMatchObject([200, { state: 'TAKEN' }])
    expect([(await rowOf(staff, 'documents', document.id))!['version'], await bytesOf(tenantId)]).toEqual([1, 1])
    expect((await staff.get(`/files/${document.id}`)).status).toBe(200)
  })
})

describe('the daily job', () => {
  it('HELD7 HELD37 removes incomplete and dropped files and old notes, and keeps accepted files', async () => {
    const { staff, device, meant, made, tenantId } = await setupHeld()
    await decide(staff, 'changes', made.id, 'take')
    const half = locationOf(await device.begin({ ...meant, file: uuidv7() }, whole.length))
    await device.send(half, 0, whole.subarray(0, 9))
    server.clock.advance(31 * day)
    await runJob(tenantId)
    const left = await server.database.tenant(tenantId, (tx) => tx.query('select 1 from held_files'))
    expect([left, await bytesOf(tenantId)]).toEqual([[], 1])
  })
})
