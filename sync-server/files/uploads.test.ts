import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/test/app.ts'
import { create, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, rowOf } from '#server/test/device.ts'
import { createFirm, link, numberOf } from '#server/test/firm.ts'
import { docx, pdf, png } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { metadata, uploading } from '#server/test/uploading.ts'
import { asOwner } from '#server/test/database.ts'
import { type FileStore, folderStore } from './file-store.ts'
import { removeFiles } from './remove-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'holdfast-uploads-'))
const files = folderStore(folder)
const server = await setupServer({ files })
afterAll(() => rm(folder, { recursive: true, force: true }))

const day = 86_400_000
const whole = pdf(3_000)
const [first, rest] = [whole.subarray(0, 1_000), whole.subarray(1_000)]

async function setupPaper(type = 'REPORT') {
  const firm = await createFirm(server)
  const [home, client] = [project(), investor()]
  const document = create('documents', { name: 'Plan', type, projectId: home.id })
  const staff = as(server, firm.admin)
  await staff.write(home, client, document)
  await link(server, firm.admin, firm.investor, client.id)
  return { ...firm, staff, device: uploading(server, firm.admin), client, home, id: document.id }
}

const locationOf = (response: Response): string => response.headers.get('location')!
const plan = (id: string) => ({ id, filename: 'Plan.pdf', filetype: 'application/pdf' })
const runJob = (tenantId: string) =>
  removeFiles(files).run(server, { tenantId, kind: 'removeFiles', key: '', payload: {}, doneAt: null })
const kept = async (tenantId: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names
    .filter((each) => each.isFile() && each.parentPath.endsWith(tenantId) && !each.parentPath.includes('/about/'))
    .map(({ name }) => name)
}

describe('an upload', () => {
  it('may be sent whole in the first request', async () => {
    const { device, staff, id } = await setupPaper()
    const { request } = device
    const headers = { 'upload-length': '3000', 'upload-metadata': metadata(plan(id)) }
    const type = { 'content-type': 'application/offset+octet-stream' }
    const begun = await request('POST', '/api/uploads', { ...headers, ...type }, whole)
    expect([begun.status, await begun.json()]).toMatchObject([201, { state: 'STORED', offset: 3_000 }])
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED', version: 1 })
  })

  it('FILE5 that is withdrawn before it is stored becomes no file', async () => {
    const { device, staff, id, admin } = await setupPaper()
    const keep: FileStore['keep'] = async (...given) => {
      await files.keep(...given)
      const [open] = (await (await staff.get('/api/uploads')).json()) as { id: string }[]
      expect((await device.request('DELETE', `/api/uploads/${open!.id}`, {})).status).toBe(204)
    }
    const node = { app: createApp({ ...server, files: { ...files, keep } }) }
    const headers = { 'upload-length': '3000', 'upload-metadata': metadata(plan(id)) }
    const type = { 'content-type': 'application/offset+octet-stream' }
    const ended = await uploading(node, admin).request('POST', '/api/uploads', { ...headers, ...type }, whole)
    expect([ended.status, await ended.json()]).toMatchObject([409, { message: 'This upload has ended.' }])
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ version: 0, fileState: 'NONE' })
  })

  it('that is complete cannot be withdrawn: its file stays', async () => {
    const { device, staff, id } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    await device.send(location, 0, whole)
    const late = await device.request('DELETE', location, {})
    expect([late.status, await late.json()]).toMatchObject([409, { message: 'This upload has ended.' }])
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED' })
  })

  it('that has begun gets a JSON response, without the library’s headers for other sites', async () => {
    const { device, id } = await setupPaper()
    const { headers } = await device.begin(plan(id), whole.length)
    expect(headers.get('content-type')).toBe('application/json')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('is one activity and one audit entry, by the person, when it is complete', async () => {
    const { device, staff, id, admin } = await setupPaper()
    await device.upload(plan(id), whole)
    const { activities } = await staff.pull()
    const ofUpload = activities.map(([, , , fields]) => fields!).filter((each) => each['entityId'] === id)
    expect(ofUpload.map((each) => each['action'])).toEqual(['create', 'upload'])
    const trail = (await (await staff.get(`/api/audit-logs?recordId=${id}`)).json()) as {
      actor: { userId: string }
      action: string
    }[]
    expect(new Set(trail.map(({ actor }) => actor.userId))).toEqual(new Set([admin.userId]))
    expect(trail.map(({ action }) => action)).toContain('documents.upload')
  })

  it('FILE5 that is restarted ends the previous one', async () => {
    const { device, staff, id } = await setupPaper()
    const [lost, location] = [await device.begin(plan(id), 3_000), await device.begin(plan(id), 3_000)].map(locationOf)
    expect(((await (await staff.get('/api/uploads')).json()) as { id: string }[]).map((each) => each.id)).toEqual([
      location!.split('/').at(-1),
    ])
    expect((await device.send(lost!, 0, first)).status).toBe(409)
    expect((await device.send(location!, 0, whole)).status).toBe(204)
  })

  it.each([{ 'x-forwarded-proto': 'https,http' }, { 'x-forwarded-host': 'a, b' }, { 'tus-version': '9' }])(
    'ignores headers added by proxies: %o',
    async (added) => {
      const { device, staff, id } = await setupPaper()
      const begun = await device.begin(plan(id), whole.length, added)
      expect(begun.status).toBe(201)
      expect((await device.send(locationOf(begun), 0, whole, added)).status).toBe(204)
      expect((await device.request('HEAD', locationOf(begun), added)).status).toBe(200)
      expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'STORED' })
    },
  )
})

describe('a file that several devices of a person have', () => {
  const same = (id: string) => ({ ...plan(id), file: uuidv7() })
  const states = ({ database }: typeof server, tenantId: string) =>
    database.tenant(tenantId, (tx) => tx.query<{ state: string }>('select state from files order by created_at, id'))

  it('FILE11 is one upload, which each resumes from the received part, and one version', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const meant = same(id)
    const location = locationOf(await device.begin(meant, whole.length))
    await device.send(location, 0, first)
    const other = await device.begin(meant, whole.length)
    expect([other.status, locationOf(other), other.headers.get('upload-offset')]).toEqual([201, location, '1000'])
    expect((await device.send(location, 1_000, rest)).status).toBe(204)
    const late = await device.begin(meant, whole.length)
    expect([locationOf(late), late.headers.get('upload-offset')]).toEqual([location, '3000'])
    expect([await rowOf(staff, 'documents', id), await states(server, tenantId)]).toMatchObject([
      { version: 1, fileState: 'STORED' },
      [{ state: 'STORED' }],
    ])
  })

  it('FILE11 FILE32 does not replace a newer version', async () => {
    const { device, staff, id } = await setupPaper()
    const old = same(id)
    await device.upload(old, whole)
    await device.upload({ ...same(id), filename: 'Newer.pdf' }, whole)
    expect((await device.begin(old, whole.length)).headers.get('upload-offset')).toBe('3000')
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ version: 2, fileName: 'Newer.pdf' })
  })

  it('FILE11 FILE33 restarts when its bytes are lost or it was refused', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    const meant = same(id)
    const lost = locationOf(await device.begin(meant, whole.length))
    await files.forget(`${tenantId}/${lost.split('/').at(-1)}`)
    const again = locationOf(await device.begin(meant, whole.length))
    expect(again).not.toBe(lost)
    expect((await device.send(again, 0, Buffer.from('<html>'.padEnd(3_000)))).status).toBe(400)
    expect(await device.upload(meant, whole)).toBe(204)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ version: 1, fileState: 'STORED' })
  })

  it('FILE11 belongs to one person only', async () => {
    const { device, id, manager } = await setupPaper()
    const meant = same(id)
    await device.upload(meant, whole)
    const theirs = await uploading(server, manager).begin(meant, whole.length)
    expect(theirs.headers.get('upload-offset')).toBe(null)
  })
})

describe('an upload is refused', () => {
  it.each([
    [
      'bytes that are not what the name says',
      { filename: 'Plan.pdf' },
      Buffer.from('<html></html>'),
      'file',
      'fileContent',
    ],
    ['bytes of another type than the one declared', { filetype: 'application/pdf' }, docx, 'file', 'fileContent'],
    ['bytes that were not announced', { sha256: 'a'.repeat(64) }, whole, 'sha256', 'fileHash'],
  ])('FILE4 %s', async (_, meant, bytes, field, key) => {
    const { device, staff, id, tenantId } = await setupPaper()
    const location = locationOf(await device.begin({ ...plan(id), ...meant }, bytes.length))
    const ended = await device.send(location, 0, bytes)
    expect([ended.status, await ended.json()]).toMatchObject([
      400,
      { code: 'VALIDATION', issues: { [field]: { key } } },
    ])
    expect(await rowOf(staff, 'documents', id)).toMatchObject({
      fileState: 'REFUSED',
      fileName: 'Plan.pdf',
      version: 0,
    })
    expect([(await staff.get(`/files/${id}`)).status, await kept(tenantId)]).toEqual([404, []])
    expect(await (await staff.get(location)).json()).toMatchObject({ state: 'REFUSED', issues: { [field]: { key } } })
  })

  it('pictures, except for KYC documents and attachments', async () => {
    const { device, staff, id } = await setupPaper()
    const picture = { filename: 'Passport.png', filetype: 'image/png' }
    const refused = await device.begin({ id, ...picture }, png.length)
    expect([refused.status, await refused.json()]).toMatchObject([400, { issues: { mimeType: { key: 'fileType' } } }])
    const proof = await setupPaper('KYC')
    expect(await proof.device.upload({ id: proof.id, ...picture }, png)).toBe(204)
    const contact = create('referrals', { name: 'Ann' })
    const attachment = create('referralAttachments', {
      referralId: contact.id,
      documentName: 'Card',
      documentUrl: '/files/x',
    })
    await staff.write(contact, attachment)
    const meant = { entity: 'referralAttachments', id: attachment.id, ...picture }
    expect(await device.upload(meant, png)).toBe(204)
    expect(await rowOf(staff, 'referralAttachments', attachment.id)).toMatchObject({
      fileState: 'STORED',
      documentUrl: `/files/${attachment.id}?entity=referralAttachments`,
    })
    expect((await staff.get(`/files/${attachment.id}`)).headers.get('content-type')).toBe('image/png')
  })

  it.each<[string, number | string, Record<string, string>, number]>([
    ['more than 10 MB', 10 * 1024 * 1024 + 1, {}, 413],
    ['nothing', 0, {}, 400],
    ['no size', 'x', {}, 400],
    ['a size below nothing', '-1', {}, 400],
    ['another protocol', 3_000, { 'tus-resumable': '0.2.2' }, 400],
    ['no file name', 3_000, { 'upload-metadata': `id ${Buffer.from('x').toString('base64')}` }, 400],
    ['no metadata', 3_000, { 'upload-metadata': '' }, 400],
    ['metadata that is none', 3_000, { 'upload-metadata': 'a b c,,' }, 400],
    ['a size that is sent later', 3_000, { 'upload-defer-length': '1' }, 400],
    ['a part of a file that is put together later', 3_000, { 'upload-concat': 'partial' }, 400],
    ['a file put together of parts', 3_000, { 'upload-concat': 'final;/api/uploads/1' }, 400],
  ])('%s, and nothing is written', async (_, length, headers, status) => {
    const { device, id, tenantId } = await setupPaper()
    const before = await numberOf(server, tenantId)
    expect((await device.begin(plan(id), length, headers)).status).toBe(status)
    expect([await numberOf(server, tenantId), await kept(tenantId)]).toEqual([before, []])
  })

  it('more bytes than were announced', async () => {
    const { device, staff, id } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), 1_000))
    expect((await device.send(location, 0, whole)).status).toBe(413)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ version: 0 })
  })

  it('a part that is not sent as one', async () => {
    const { device, id } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    expect((await device.send(location, 0, whole, { 'content-type': 'application/json' })).status).toBe(400)
    expect((await device.send(location, 0, whole, { 'content-type': 'text/plain' })).status).toBe(403)
  })

  it('from another site', async () => {
    const { device, id } = await setupPaper()
    const evil = { origin: 'https://evil.example' }
    expect((await device.begin(plan(id), whole.length, evil)).status).toBe(403)
    const location = locationOf(await device.begin(plan(id), whole.length, { origin: 'http://localhost' }))
    for (const headers of [evil, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await device.send(location, 0, whole, headers)).status).toBe(403)
    const sent = await device.send(location, 0, whole, { 'sec-fetch-site': 'same-origin' })
    expect([sent.status, [...sent.headers.keys()].filter((name) => name.startsWith('access-control'))]).toEqual([
      204,
      [],
    ])
  })

  it('when too much is in transit, or was uploaded within a day', async () => {
    const { staff, device, home, investor: reader, client } = await setupPaper()
    const documents = Array.from({ length: 21 }, () => create('documents', { name: 'Plan', projectId: home.id }))
    await staff.write(...documents)
    const responses: Response[] = []
    for (const { id } of documents) responses.push(await device.begin(plan(id), 3_000))
    expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    expect(responses.at(-1)!.headers.get('retry-after')).toBe('3600')
    const own = create('documents', { name: 'Mine', investorId: client.id })
    await as(server, reader).write(own)
    await asOwner(server, (sql) =>
      sql.unsafe(
        `insert into files (tenant_id, id, entity, record_id, user_id, file_name, mime_type, size, state, created_at)
select $1, gen_random_uuid(), 'documents', $2, $3, 'x', 'x', 10485760, 'STORED', $4 from generate_series(1, 20)`,
        [reader.tenantId, own.id, reader.userId, server.now().toISOString()],
      ),
    )
    const theirs = uploading(server, reader)
    expect((await theirs.begin(plan(own.id), 3_000)).status).toBe(429)
    server.clock.advance(day + 1)
    expect((await theirs.begin(plan(own.id), 3_000)).status).toBe(201)
  })
})

describe('the right to upload', () => {
  it('FILE1 FILE12 requires write access to the record; hidden and foreign records look missing', async () => {
    const { id, investor: reader, client, home, manager, staff } = await setupPaper()
    const own = create('documents', { name: 'Mine', investorId: client.id })
    await as(server, reader).write(own)
    const [theirs, theFirms] = [uploading(server, reader), uploading(server, manager)]
    const stranger = uploading(server, (await createFirm(server)).admin)
    const statuses = async (about: string) =>
      Promise.all([theirs, theFirms, stranger].map(async (each) => (await each.begin(plan(about), 3_000)).status))
    expect(await statuses(own.id)).toEqual([201, 201, 404])
    expect(await statuses(id), 'shown, but the firm’s').toEqual([403, 201, 404])
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    expect(await statuses(id), 'hidden').toEqual([404, 201, 404])
    await staff.write(remove('documents', id))
    expect(await statuses(id), 'deleted').toEqual([404, 404, 404])
  })

  it('FILE1 FILE12 is checked again for the last part', async () => {
    const { staff, client, investor: reader, tenantId } = await setupPaper()
    const own = create('documents', { name: 'Mine', investorId: client.id })
    await as(server, reader).write(own)
    const theirs = uploading(server, reader)
    const location = locationOf(await theirs.begin(plan(own.id), whole.length))
    await theirs.send(location, 0, first)
    await staff.write(remove('documents', own.id))
    expect((await theirs.send(location, 1_000, rest)).status).toBe(404)
    expect(await kept(tenantId)).toEqual([])
  })

  it.each<[string, (theirs: ReturnType<typeof uploading>, location: string) => Promise<number>, number]>([
    ['sends the rest', async (theirs, location) => (await theirs.send(location, 1_000, rest)).status, 403],
    ['takes it back', async (theirs, location) => (await theirs.request('DELETE', location, {})).status, 204],
  ])('FILE5 the record waits for no file when a person who lost write access %s', async (_, end, status) => {
    const { staff, id, manager, tenantId } = await setupPaper()
    const theirs = uploading(server, manager)
    const location = locationOf(await theirs.begin(plan(id), whole.length))
    await theirs.send(location, 0, first)
    await server.database.directory`update directory.users set role = 'INVESTOR' where id = ${manager.userId}`
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'UPLOADING' })
    expect(await end(theirs, location)).toBe(status)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'NONE', fileName: null, size: null })
    expect(await kept(tenantId)).toEqual([])
  })

  it('FILE1 FILE13 other people’s uploads look missing', async () => {
    const { device, id, manager, tenantId } = await setupPaper()
    const location = locationOf(await device.begin(plan(id), whole.length))
    const before = await numberOf(server, tenantId)
    const missing = '/api/uploads/0197a3b0-0000-7000-8000-000000000001'
    for (const person of [manager, (await createFirm(server)).admin]) {
      const other = uploading(server, person)
      for (const [method, headers] of [
        ['GET', {}],
        ['HEAD', {}],
        ['DELETE', {}],
        ['PATCH', { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }],
      ] as const) {
        const responses = await Promise.all(
          [location, missing].map(async (path) => {
            const response = await other.request(method, path, headers, method === 'PATCH' ? whole : undefined)
            return [response.status, await response.text()]
          }),
        )
        expect([method, responses[0]]).toEqual([method, responses[1]])
        expect([method, responses[0]![0]]).toEqual([method, 404])
      }
      expect(await (await as(server, person).get('/api/uploads')).json()).toEqual([])
    }
    expect([await numberOf(server, tenantId), await device.offset(location)]).toEqual([before, '200'])
  })
})

describe('the job removeFiles', () => {
  it('FILE5 FILE17 ends an upload whose device never came back, and the waiting of a record that was restored after its end', async () => {
    const { device, staff, id, home, tenantId } = await setupPaper()
    const other = create('documents', { name: 'Other', projectId: home.id })
    await staff.write(other)
    await device.upload(plan(other.id), whole)
    for (const each of [id, other.id]) {
      const location = locationOf(await device.begin(plan(each), whole.length))
      await device.send(location, 0, first)
    }
    await staff.write(remove('documents', other.id))
    server.clock.advance(7 * day - 1)
    await runJob(tenantId)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'UPLOADING' })
    server.clock.advance(2)
    await runJob(tenantId)
    expect(await rowOf(staff, 'documents', id)).toMatchObject({ fileState: 'NONE', fileName: null })
    await staff.write(restore('documents', other.id))
    await runJob(tenantId)
    expect(await rowOf(staff, 'documents', other.id)).toMatchObject({ fileState: 'STORED', version: 1 })
    expect(await kept(tenantId)).toHaveLength(1)
  })

  it('FILE6 FILE19 keeps the newest twenty versions', async () => {
    const { device, staff, id, tenantId } = await setupPaper()
    for (let version = 1; version <= 22; version++) await device.upload(plan(id), pdf(100, `Version ${version}`))
    await runJob(tenantId)
    const statuses = await Promise.all(
      [1, 2, 3, 22].map(async (v) => (await staff.get(`/files/${id}?version=${v}`)).status),
    )
    expect([statuses, (await kept(tenantId)).length]).toEqual([[404, 404, 200, 200], 20])
  })
})
