import { describe, expect, it } from 'vitest'
import { create, investor, project, remove, restore, update } from '#server/test/changes.ts'
import { as, type Device, rowOf } from '#server/test/device.ts'
import { createFirm, link } from '#server/test/firm.ts'
import { docx, pdf } from '#server/test/sample-files.ts'
import { setupServer } from '#server/test/server.ts'
import { sha256Of, uploading } from '#server/test/uploading.ts'
import { parseRange } from './byte-range.ts'

const server = await setupServer()
const bytes = pdf(1_000)

async function setupFile(filename = 'Exposé (2026) "final".pdf', content = bytes) {
  const firm = await createFirm(server)
  const [home, client] = [project(), investor()]
  const document = create('documents', { name: 'Plan', type: 'REPORT', projectId: home.id })
  const staff = as(server, firm.admin)
  await staff.write(home, client, document)
  await link(server, firm.admin, firm.investor, client.id)
  expect(await uploading(server, firm.admin).upload({ id: document.id, filename }, content)).toBe(204)
  return {
    ...firm,
    staff,
    reader: as(server, firm.investor),
    home,
    client,
    id: document.id,
    path: `/files/${document.id}`,
  }
}

describe('a file', () => {
  it('is sent with its hash, its name, and headers that forbid scripts', async () => {
    const { staff, path } = await setupFile()
    const response = await staff.get(path)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${sha256Of(bytes)}"`,
      'content-type': 'application/pdf',
      'content-length': '1000',
      'content-disposition': `inline; filename="Expos_ (2026) _final_.pdf"; filename*=UTF-8''Expos%C3%A9%20%282026%29%20_final_.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
      'holdfast-version': '1',
    })
    const head = await staff.request('HEAD', path)
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', ''])
  })

  it('that a browser could not show safely is sent as an attachment', async () => {
    const { staff, path } = await setupFile('Terms.docx', docx)
    expect((await staff.get(path)).headers.get('content-disposition')).toMatch(/^attachment; filename="Terms.docx"/)
  })

  it('supports ranges, and is not sent again while unchanged', async () => {
    const { staff, path } = await setupFile()
    const request = async (headers: Record<string, string>) => {
      const response = await staff.get(path, headers)
      return [response.status, response.headers.get('content-range'), (await response.text()).length]
    }
    const etag = `"${sha256Of(bytes)}"`
    expect(await request({ range: 'bytes=0-99' })).toEqual([206, 'bytes 0-99/1000', 100])
    expect(await request({ range: 'bytes=990-' })).toEqual([206, 'bytes 990-999/1000', 10])
    expect(await request({ range: 'bytes=-1' })).toEqual([206, 'bytes 999-999/1000', 1])
    expect(await request({ range: 'bytes=1000-' })).toEqual([416, 'bytes */1000', 0])
    expect(await request({ range: 'bytes=0-1,5-6' })).toEqual([200, null, 1_000])
    expect(await request({ range: 'bytes=0-9', 'if-range': etag })).toEqual([206, 'bytes 0-9/1000', 10])
    expect(await request({ range: 'bytes=0-9', 'if-range': '"other"' })).toEqual([200, null, 1_000])
    expect(await request({ 'if-none-match': etag })).toEqual([304, null, 0])
    expect(await request({ 'if-none-match': '"other"' })).toEqual([200, null, 1_000])
    expect(await (await staff.get(path, { range: 'bytes=0-4' })).text()).toBe('%PDF-')
  })

  it('FILE6 is for people who may read its record, while the record exists', async () => {
    const { staff, reader, home, client, id, path, investor: person } = await setupFile()
    const stranger = as(server, (await createFirm(server)).admin)
    const statuses = (at = path) =>
      Promise.all([staff, reader, stranger].map(async (each) => (await each.get(at)).status))
    expect(await statuses()).toEqual([200, 200, 404])
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    expect([await statuses(), await statuses(`${path}?version=1`)]).toEqual([
      [200, 404, 404],
      [200, 404, 404],
    ])
    const own = create('documents', { name: 'Mine', investorId: client.id })
    await reader.write(own)
    expect(await uploading(server, person).upload({ id: own.id, filename: 'Mine.pdf' }, bytes)).toBe(204)
    expect(await statuses(`/files/${own.id}`)).toEqual([200, 200, 404])
    await staff.write(remove('documents', id))
    expect(await statuses()).toEqual([404, 404, 404])
    await staff.write(restore('documents', id))
    expect(await statuses()).toEqual([200, 404, 404])
  })

  it('FILE6 FILE19 earlier versions are for staff and their uploader, because they may be drafts', async () => {
    const { staff, reader, admin, client, investor: person } = await setupFile()
    const offer = create('documents', { name: 'Offer', type: 'OTHER' })
    await staff.write(offer)
    const give = async (uploader: typeof admin, id: string, content: string) =>
      expect(await uploading(server, uploader).upload({ id, filename: 'Offer.pdf' }, pdf(300, content))).toBe(204)
    await give(admin, offer.id, 'Draft')
    await give(admin, offer.id, 'Final')
    await staff.write(update('documents', offer.id, { investorId: client.id }, { investorId: null }))
    const statuses = (id: string) =>
      Promise.all(
        [staff, reader].flatMap((each) =>
          ['', '?version=1', '?version=2'].map(async (at) => (await each.get(`/files/${id}${at}`)).status),
        ),
      )
    expect(await statuses(offer.id)).toEqual([200, 200, 200, 200, 404, 200])
    const own = create('documents', { name: 'Mine', investorId: client.id })
    await reader.write(own)
    await give(person, own.id, 'First')
    await give(admin, own.id, 'Second')
    expect(await statuses(own.id)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('FILE6 is of one record, even when another entity has a record of the same id', async () => {
    const { staff, manager, reader, home, id } = await setupFile()
    const theirs = pdf(500, 'Attachment')
    const contact = create('referrals', { name: 'Ann' })
    const attachment = {
      ...create('referralAttachments', { referralId: contact.id, documentName: 'Card', documentUrl: '/x' }),
      id,
    }
    await staff.write(contact, attachment)
    const upload = (bytes: Buffer) =>
      uploading(server, manager).upload({ entity: 'referralAttachments', id, filename: 'Card.pdf' }, bytes)
    expect([await upload(bytes), await upload(theirs)]).toEqual([204, 204])
    const { documentUrl } = (await rowOf(staff, 'referralAttachments', id))!
    const sizes = async (by: Device) =>
      Promise.all(
        [`/files/${id}`, String(documentUrl)].map(async (at) => (await by.get(at)).headers.get('content-length')),
      )
    expect(await sizes(staff)).toEqual(['1000', '500'])
    expect((await reader.get(String(documentUrl))).status).toBe(404)
    expect((await reader.get(`/files/${id}`)).status).toBe(200)
    await staff.write(update('projects', home.id, { isVisibleToInvestors: false }, { isVisibleToInvestors: true }))
    expect((await reader.get(`/files/${id}`)).status).toBe(404)
    await staff.write(remove('documents', id))
    expect((await staff.get(`/files/${id}`)).headers.get('content-length'), 'as it was named before').toBe('500')
    expect((await staff.get(`/files/${id}?entity=castles`)).status).toBe(400)
  })

  it('that does not exist is the same 404 for everybody, and requires a session', async () => {
    const { staff, path } = await setupFile()
    const document = create('documents', { name: 'None', url: 'https://example.com/a.pdf' })
    await staff.write(document)
    const missing = [
      `/files/${document.id}`,
      '/files/0197a3b0-0000-7000-8000-000000000001',
      '/files/x',
      `${path}?version=9`,
    ]
    const stranger = as(server, (await createFirm(server)).admin)
    const responses = [
      ...(await Promise.all(missing.map(async (at) => (await staff.get(at)).text()))),
      await (await stranger.get(path)).text(),
    ]
    expect(new Set(responses)).toEqual(new Set(['{"message":"Not found","code":"NOT_FOUND"}']))
    expect((await staff.get(`${path}?version=0`)).status).toBe(400)
    for (const at of [...missing, `${path}?version=0`]) {
      const opened = await staff.get(at, { accept: 'text/html,*/*', 'accept-language': 'fr' })
      expect([opened.headers.get('cache-control'), await opened.text()]).toEqual([
        'no-store',
        expect.stringContaining('Page introuvable'),
      ])
    }
    expect((await as(server, null).get(path)).status).toBe(401)
    const page = await as(server, null).get(`${path}?version=1`, { accept: 'text/html,*/*' })
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `/api/login?returnTo=${encodeURIComponent(`${path}?version=1`)}`,
    ])
  })
})

it.each<[string | undefined, ReturnType<typeof parseRange>]>([
  [undefined, null],
  ['bytes=-', null],
  ['items=0-1', null],
  ['bytes=5-2', null],
  ['bytes=a-b', null],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-500', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-300', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
])('of ten bytes, the range %s', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range)
})
